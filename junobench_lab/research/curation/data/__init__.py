"""Input files as lists of items that can be thinned out, and as schemas for which data can be made up."""
