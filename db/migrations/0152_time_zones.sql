-- What serves whoever has chosen no time zone, where their tenant has none either (B4, B5).
alter table portal.installation add column timezone text check (length(timezone) between 1 and 64);

-- It tells this one as well (db/functions/0014_brand.sql).
drop function if exists auth.brand();
