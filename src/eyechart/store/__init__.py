"""What lies on disk: pages as Parquet, folders with their manifests, predictions, runs, cards."""
