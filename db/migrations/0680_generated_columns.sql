-- Every role may call what generated columns call: what it may write, privileges and policies alone decide.
grant execute on function portal.search_fold(text), portal.search_letters(text), portal.status_word(text) to portal_tables;
