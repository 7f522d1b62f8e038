-- Every list of documents asks which files are infected; they are few among many.
create index document_scans_infected on portal.document_scans (checksum) where state = 'infected';
