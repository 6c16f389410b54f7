"""Misbehaviour on purpose, to rehearse what others met on the live service."""
