-- The dashboard is for every role; what stands on it is withheld or shown by each figure's own permission and module (A8).
update portal.roles set permissions = array_prepend('dashboard.read', permissions)
 where not 'dashboard.read' = any (permissions);

-- Counts and amounts per status and currency without reading an order: the whole sum in one pass over this index.
create index orders_sums on portal.orders (tenant_id, status, currency) include (amount_cents);
drop index portal.orders_by_status;
-- Index-only reads need pages that a vacuum has seen.
alter table portal.orders set (autovacuum_vacuum_insert_scale_factor = 0.02);
