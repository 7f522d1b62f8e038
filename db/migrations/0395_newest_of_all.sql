-- The newest invoices and issues of everybody: where the search over everything begins for whoever sees many clients.
create index invoices_all_by_date on portal.invoices (invoice_date desc, id desc);
create index issues_all_newest on portal.issues (last_at desc, id desc);
