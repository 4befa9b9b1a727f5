"""The routes, a file for each feature: thin, with `@authenticated` on every verb."""
