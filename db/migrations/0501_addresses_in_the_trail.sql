-- Rows of the trail are found by the addresses that they say.
create index audit_sealed_address on portal.audit_sealed (lower(value #>> '{}') collate "C") where value #>> '{}' like '%@%';
