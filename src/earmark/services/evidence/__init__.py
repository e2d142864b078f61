"""Audio evidence in a study: analysed as a job, kept by content, shown as marks, told of, and taken along."""
