"""What the compiled module offers; each function has a pure-Python twin."""
