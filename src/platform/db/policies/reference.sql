-- Reference tables: the same for everybody, changed by migrations and administrators only.
grant select on portal.installation, portal.roles, portal.modules, portal.feeds, portal.feed_expectations
  to portal_member, portal_staff, portal_admin, portal_ingest;
grant select on portal.feed_expectations, portal.installation to portal_keeper;
-- Administrators say when the next batch of a kind is expected.
grant insert, update on portal.feed_expectations to portal_admin;
-- When a batch came is written by portal.announce_ingest, which runs as the keeper.
revoke insert, update on portal.feeds from portal_ingest;
grant select, insert, update on portal.feeds to portal_keeper;
grant select on portal.customer_aliases, portal.product_rules to portal_admin, portal_ingest, portal_keeper;
-- Display rules are changed by portal.change_display_rules, which runs as the keeper and notes who did it.
grant insert, delete on portal.customer_aliases, portal.product_rules to portal_keeper;
-- Which months are closed is everybody's, who closed them the administrators', who alone close and open them.
grant select (year, month) on portal.sales_calendar to portal_member, portal_staff;
grant select, insert, delete on portal.sales_calendar to portal_admin;
-- The manufacturer's own page is the administrators'.
grant update (brand_name, company_name, address, tax_numbers, bank, hours, email, phone, timezone, credit_note_limit_cents, logo, logo_type, logo_hash, business_days,
  opens_at, closes_at, hours_stated_on, version)
  on portal.installation to portal_admin;
-- They say that what was restored takes the original's place.
grant update (restored_at, restored_from) on portal.installation to portal_admin;
-- What the manufacturer says of itself is read by everybody who may ask, and looked after by administrators.
grant select on portal.assistant_facts to portal_member, portal_staff, portal_admin;
grant update (texts, owner, stated_on, version) on portal.assistant_facts to portal_admin;
-- On which days nobody is there is everybody's; administrators say it.
grant select on portal.closed_days to portal_member, portal_staff, portal_admin, portal_keeper;
grant insert, update (names), delete on portal.closed_days to portal_admin;
-- What is usual for the classes of products counts for everybody who buys, and administrators say it.
grant select on portal.class_terms to portal_member, portal_staff, portal_admin;
grant update (minimum_quantity, unit, lead_weeks_from, lead_weeks_to, owner, stated_on, version) on portal.class_terms to portal_admin;
-- How far the project is is everybody's; administrators say it.
grant select on portal.roadmap_phases to portal_member, portal_staff, portal_admin;
grant update (status, progress, version) on portal.roadmap_phases to portal_admin;
-- What is claimed of the portal is everybody's; administrators claim it.
grant select, insert, delete on portal.claims to portal_admin;
grant update (kind, texts, proof, stated_on, version) on portal.claims to portal_admin;
-- Taxes are the staff's who write invoices, through portal.keep_tax_rate and portal.remove_tax_rate.
grant select on portal.tax_rates to portal_staff, portal_admin;
grant select, insert, update (rate), delete on portal.tax_rates to portal_keeper;
-- What a status means is everybody's; administrators say it of the words that the program does not know.
grant select on portal.status_words to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
grant insert, update, delete on portal.status_words to portal_admin;
