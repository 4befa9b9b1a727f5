"""Results of other tools, in the forms in which they are published, as predictions."""
