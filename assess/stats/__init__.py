"""What a table of scores can and cannot tell: resampling, significance, sensitivity, and whether an order is settled.

Tables of scores are arrays with a row for each topic and a column for each run.
"""
