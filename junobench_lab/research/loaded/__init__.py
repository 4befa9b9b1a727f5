"""Systems whose predictions a person has loaded: where each is right, and what each said of an instance."""
