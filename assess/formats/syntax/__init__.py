"""What the formats share: lines, columns, JSON lines, numbers, texts, and how a fault is reported."""
