"""A person's progress: what they did, kept in one file, and what it comes to."""
