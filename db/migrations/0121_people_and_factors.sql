-- Answers of these have a column more: who has a second factor, and what the installation calls the role.
drop function if exists portal.people(text, text, text, int, text), auth.find_invitation(bytea);
