-- A constraint trigger cannot be replaced.
drop trigger if exists settle on portal.sales_unsettled;
create constraint trigger settle after insert on portal.sales_unsettled deferrable initially deferred
  for each row when (new.currency is null) execute function portal.settle_sales_at_commit();
drop trigger if exists add_one on portal.sales_unsettled;
create constraint trigger add_one after insert on portal.sales_unsettled deferrable initially deferred
  for each row when (new.currency is not null) execute function portal.add_one_sale();
