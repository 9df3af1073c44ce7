"""The guide: what there is to choose from in plain words, with pictures, and runs told step by step."""
