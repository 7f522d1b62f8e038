-- With a term to search for, and how many there are: 0018_members.sql.
drop function if exists portal.list_members(int);
