-- sum() of whole numbers as a whole number: sum(bigint) counts in numeric, which costs an allocation for each sum and more
-- than the reading of the rows. Fails, as a cast would, where the sum does not fit.
create or replace aggregate portal.total(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
grant execute on function portal.total(bigint) to portal_member, portal_staff, portal_admin, portal_keeper;
