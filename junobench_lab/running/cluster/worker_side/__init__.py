"""Code that a worker gets as source: it uses the standard library and Dask only, so that it runs where
junobench_lab is missing and can say so."""
