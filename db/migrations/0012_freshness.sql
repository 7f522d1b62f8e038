-- Within how many seconds upstream is expected to send each kind again (B8). Null: whenever it comes. A kind without a row:
-- 26 hours, which is a nightly run with some room.
create table portal.feed_expectations (
  kind text primary key,
  expected_seconds int check (expected_seconds > 0)
);
insert into portal.feed_expectations values
  ('orders', 93600), ('order-lines', 93600), ('sales-history', 93600),
  ('customers', null); -- sent when one is new
