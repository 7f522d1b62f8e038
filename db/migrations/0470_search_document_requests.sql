-- What clients are asked for is found by the search over everything (B3), as issues are: by parts of it, the last that moved first.
create index document_requests_search on portal.document_requests using gin (lower(search_text) extensions.gin_trgm_ops);
create index document_requests_all_newest on portal.document_requests (changed_at desc, id desc);
