-- Whole, and found by a term; who asks for them sorts and cuts: 0018_members.sql, 0092_people.sql.
drop function if exists portal.list_members(int, text);
drop function if exists portal.list_invitations(int);
drop function if exists portal.open_invitations();
