"""Parts that several admin pages share: base classes, search, plots and the form for texts to players."""
