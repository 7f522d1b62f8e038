-- Reference tables: the same for everybody, changed by migrations and administrators only.
grant select on portal.installation, portal.roles, portal.modules, portal.feeds
  to portal_member, portal_staff, portal_admin, portal_ingest;
grant insert, update on portal.feeds to portal_ingest;
grant select on portal.customer_aliases, portal.product_rules to portal_admin, portal_ingest, portal_keeper;
