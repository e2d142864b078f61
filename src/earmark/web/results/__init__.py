"""Results in words and pictures: what pages and reports show, made from what a study found."""
