"""The pages people see, one file a place. Forms work without JavaScript."""
