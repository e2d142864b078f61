"""Who does what: studies, tasks, submissions and their rules. Pure: no I/O, no clock, no chance."""
