-- The newest documents and conversations, and a document by its number or title: where the search over everything begins.
create index documents_newest on portal.documents (updated_at desc, id desc);
create index documents_number on portal.documents (lower(number));
create index documents_title on portal.documents (lower(title));
create index conversations_all_newest on portal.conversations (last_at desc, id desc);
