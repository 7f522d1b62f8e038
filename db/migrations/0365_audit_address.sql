-- Where an act came from: the network address of whoever asked. Rows from before have none, and their hashes stay as they are.
alter table portal.audit_log add column address text check (length(address) between 1 and 100);
