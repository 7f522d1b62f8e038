export const DEMO_PASSWORD = 'demo-Portal-2025'

/** What runs or leads away where anybody shows it as anything but text. */
export const MARK = `"'><img src=x onerror=window.ran=1><a href="javascript:window.ran=1">x</a><script>window.ran=1</script>`

/** A word of the program: of small letters, or `camelCase`. */
const WORD = '^[a-z][a-zA-Z_.:/0-9-]*$'

/**
 * Changes every text of every row that stays as free as it is: no key, no word of a list, nothing that an index, a rule or a
 * reference holds. So no field of today's or tomorrow's screens has to be named here. `text` is the SQL of what becomes of the
 * text `was` of the row `t`; the columns that were changed are listed in the table `planted`.
 */
const planting = (text: string) => `
create table if not exists public.planted (place text, name text);
do $plant$
declare
  f record;
  codes boolean;
  free text;
begin
  set local session_replication_role = replica;
  for f in
    select c.oid::regclass as place, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'portal'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid = 'text'::regtype and a.attname !~ '(_id|_by|_to|_key|_hash|email|timezone|language|token|cursor|format|reporter|author|actor|system|lot_no|lot_item)$'
       -- What a result is found by, with the number of its lot.
       and (c.relname, a.attname) <> ('lot_results', 'item_no')
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
  loop
    -- What is such a word everywhere is one.
    execute format('select coalesce(bool_and(%I ~ ''${WORD}''), true) from %s where %I is not null', f.name, f.place, f.name) into codes;
    continue when codes;
    begin
      free := replace($text$${text}$text$, 'was', format('%I', f.name));
      -- A date that stands as text was one of a column of dates.
      execute format('update %s t set %I = %s where %I !~ ''^\\d{4}-\\d\\d-\\d\\d''', f.place, f.name, free, f.name);
      insert into public.planted values (f.place::text, f.name);
    exception when others then
      raise notice '%.%: %', f.place, f.name, sqlerrm;
    end;
  end loop;
end $plant$`

/** Behind every text. */
export const PLANT = planting(`was || $mark$ ${MARK}$mark$`)

/** What a spreadsheet could run once one of the signs of a formula stands before it, and a page as anything but text. */
export const FORMULA = `1+cmd|'/C calc'!A0 "<img src=x onerror=window.ran=1>"`
export const SIGNS = ['=', '+', '-', '@', '\t', '\r'] as const

/** Before every text: another sign from row to row. */
export const PLANT_FORMULAS = planting(
  `(array['=', '+', '-', '@', e'\\t', e'\\r'])[1 + abs(hashtext(t.ctid::text)::bigint % 6)] || $mark$${FORMULA} $mark$ || was`,
)
