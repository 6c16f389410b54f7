"""The report of a campaign or of files: one HTML page, its figures as files, its numbers as CSV.

The public face is ``report_files`` in ``output``. Read in this order:

1. ``material``: all that a report rests on; ``file_material``, ``campaign_material``: where it comes from;
2. ``people``, ``pools``, ``best_items``, ``standings``, ``assumptions``: sections that only the report has.
   ``standings`` is the only module that asks for intervals and tests of runs;
3. ``chapters``: sections and figures in the order of the page;
4. ``figure_style``, ``figure_text``, ``figure``, ``judgment_figures``, ``run_figures``: the figures;
   ``inline_svg``: a figure inside the page;
5. ``html_page``, ``output``: the page and the files beside it.
"""
