"""What commands print: tables, plans, money, plots, progress."""
