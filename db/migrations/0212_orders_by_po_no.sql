-- Whether a PO number was used before, and which order a purchase order became.
create index orders_by_po_no on portal.orders (tenant_id, lower(btrim(po_no))) where po_no is not null;
