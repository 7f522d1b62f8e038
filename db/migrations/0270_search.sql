-- What the search over everything (B3) looks for by parts of their names, as orders, invoices and shipments are already.
-- Folded once more in lower case, as portal.contains_folded compares.
create index lots_search on portal.lots using gin (lower(search_text) extensions.gin_trgm_ops);
create index documents_search on portal.documents using gin (lower(search_text) extensions.gin_trgm_ops);
create index issues_search on portal.issues using gin (lower(search_text) extensions.gin_trgm_ops);
