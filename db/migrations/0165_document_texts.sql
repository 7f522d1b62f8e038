-- What can be read in the files of documents, once for each content: however many versions have it.
create table portal.document_texts (
  checksum bytea primary key check (length(checksum) = 32),
  -- reading: a server is at it until its lease ends. no_text: pictures of text; nothing of it is searched, and that is said.
  state text not null check (state in ('reading', 'read', 'cut', 'no_text', 'locked', 'unreadable')),
  attempts int not null default 1,
  leased_until timestamptz check ((state = 'reading') = (leased_until is not null)),
  read_at timestamptz
);

create table portal.document_pages (
  checksum bytea not null references portal.document_texts on delete cascade,
  page int not null check (page > 0),
  content text not null check (length(content) between 1 and 50000),
  -- Words as they stand, and their stems in both languages: without accents and case.
  words tsvector not null generated always as (strip(
    to_tsvector('simple'::regconfig, portal.fold(content)) || to_tsvector('english'::regconfig, portal.fold(content)) ||
    to_tsvector('french'::regconfig, portal.fold(content)))) stored,
  primary key (checksum, page)
);
create index document_pages_words on portal.document_pages using gin (words);
