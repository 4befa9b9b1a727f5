"""Labels estimated for a crash that has none, by rules that can be read (pure: values in, values out)."""
