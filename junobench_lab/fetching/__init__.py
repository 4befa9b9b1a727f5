"""Getting the published data set, instance by instance, from the Hugging Face hub into a folder that is a bench."""
