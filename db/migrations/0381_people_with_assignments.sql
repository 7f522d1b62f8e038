-- With the tenants that staff are assigned to: 0092_people.sql.
drop function if exists portal.people(text, text, text, int, text);
