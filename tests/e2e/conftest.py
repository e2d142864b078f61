from browser import chromium, folder, open_page, site

__all__ = ["chromium", "folder", "open_page", "site"]
