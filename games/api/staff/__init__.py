"""Views of reports, sanctions and appeals."""
