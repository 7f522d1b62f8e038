-- What of a typed term is looked for: spaces once, and without what people write before a number ("#", "No.", "LOT:", "N° de lot") or
-- around it; of a label as a scanner reads it, the lot. The same rule as searchTerm (platform/domain); one table of cases tests both.
create or replace function portal.search_term(typed text) returns text
  language plpgsql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
declare
  number text := '(?:n[uú]mero|num[eé]ro|number|nummer|nr|n[.]?[o°]?)[.]?';
  lot text := '(?:lots?|lote|los|chargen?|batch)';
  term text := btrim(regexp_replace(normalize(typed, NFKC), '\s+', ' ', 'g'));
begin
  if term ~ '^[(][0-9]{2,4}[)]' then
    term := coalesce(btrim(substring(term from '[(]10[)]([^()]+)')), term);
  end if;
  term := regexp_replace(term, '^[[({<"“«] ?(.+?) ?[])}>"”»]$', '\1');
  return regexp_replace(term,
    '^(?:' || number || ' ?(?:de|del|of) ' || lot || '(?![[:alnum:]]) ?[:#.]* ?(?=[^ :#.])' ||
    '|' || lot || ' ?-? ?' || number || '(?![[:alnum:]]) ?[:#.]* ?(?=[^ :#.])' ||
    '|' || lot || ' ?[:#]+ ?(?=[^ :#.])' ||
    '|' || lot || ' (?=[^ ]*[0-9])' ||
    '|(?:n[uú]mero|num[eé]ro|number|nummer|nr|n[.]?o|n(?=[.°]))[.° ]+(?=[0-9])' ||
    '|# ?(?=[^ #]))', '', 'i');
end $$;

-- A search term as patterns for LIKE ANY: folded as search_fold does, every sign stands for itself. What is typed between two digits may
-- or may not stand there; of more than three such places the last ones are alike.
create or replace function portal.search_patterns(term text) returns text[]
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select array(
    select '%' || coalesce((
        select string_agg(t.piece || case when t.no <= g.gaps and (b.bits >> least(t.no::int - 1, 2)) & 1 = 1 then ' ' else '' end, '' order by t.no)
          from unnest(p.pieces) with ordinality t (piece, no)), '') || '%'
      from generate_series(0, (1 << least(g.gaps, 3)) - 1) b (bits))
    from (select string_to_array(replace(replace(replace(portal.search_fold(regexp_replace(portal.search_letters(portal.search_term(term)),
            '[-#\u00ad\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]', ' ', 'g')), '\', '\\'), '%', '\%'), '_', '\_'), ' ') as pieces) p
   cross join lateral (select greatest(cardinality(p.pieces) - 1, 0) as gaps) g
$$;
grant execute on function portal.search_term(text), portal.search_patterns(text) to portal_member, portal_staff, portal_admin, portal_keeper;
