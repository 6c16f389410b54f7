"""Check any file: ``detection`` finds its format, ``checking`` reports every fault in it."""
