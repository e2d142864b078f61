from browser import folder, open_page, site, tab

__all__ = ["folder", "open_page", "site", "tab"]
