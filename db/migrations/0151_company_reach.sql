-- How the manufacturer is reached, beside address and hours: said on the sign-in screen once it is kept (H1).
alter table portal.installation
  add column email text check (length(email) <= 320),
  add column phone text check (length(phone) <= 60);

-- It tells more from now on (db/functions/0014_brand.sql).
drop function if exists auth.brand();
