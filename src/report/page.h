// The style sheet and the script of a page. The Makefile makes them of page*.css and page*.js.
#ifndef COSET_REPORT_PAGE_H
#define COSET_REPORT_PAGE_H

extern const char report_page_style[], report_page_script[];
extern const char report_page_style_hash[], report_page_script_hash[]; // for its policy

#endif
