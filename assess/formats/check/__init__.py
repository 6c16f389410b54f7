"""Check any file: `detection` says what kind it is, `checking` reports every fault in it."""
