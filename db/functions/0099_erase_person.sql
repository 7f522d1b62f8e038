-- Takes away what is known of a person: the account with its ways in, all that was theirs alone, mails and invitations to them,
-- and what the audit trail says of them. What they wrote and signed for a company is that company's correspondence and stays, with
-- the name that it was given. By an account that is deactivated, whose address is named too, so that nobody else is meant; or, for
-- the operator, by the address of somebody who has none.
-- `outcome`: null: nobody; other_address; still_active; done. `values_erased`: how many values of the trail.
create or replace function portal.erase_person(of_user text, known_as text, out outcome text, out values_erased int)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who portal.profiles%rowtype;
  named text[] := array[lower(known_as)];
begin
  perform auth.require_context('admin');
  of_user := coalesce(of_user, (select u.id from auth.users u where u.email = lower(known_as)));
  if of_user is not null then
    select p.* into who from portal.profiles p where p.user_id = of_user for update;
    if who.user_id is null or exists (select from auth.temporary_access x where x.user_id = who.user_id) then return; end if;
    if who.email is distinct from lower(known_as) then outcome := 'other_address'; return; end if;
    if who.deactivated_at is null then outcome := 'still_active'; return; end if;
  end if;
  named := named || who.user_id || portal.addresses_said_of(who.user_id);
  delete from auth.mails m where m.user_id = who.user_id or m.to_email = any (named);
  delete from auth.invitations i where i.email = any (named);
  delete from auth.users u where u.id in (select x.user_id from auth.temporary_access x where x.email = any (named)) or u.id = who.user_id;
  delete from portal.demo_requests d where d.user_id = who.user_id or lower(d.person_email) = any (named);
  values_erased := portal.erase_values_of(named);
  if who.user_id is null and values_erased = 0 then return; end if;
  outcome := 'done';
end $$;
grant execute on function portal.erase_person(text, text) to portal_admin;
