"""One label an item from the labels of many raters: by majority, or by models of how raters err."""
