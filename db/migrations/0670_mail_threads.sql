-- Mails of one conversation, issue, document request or purchase order are one thread in the reader's mail program (J10): which
-- one, and under which id each was sent, so that the next one can name those before it.
alter table auth.mails add column thread text, add column message_id text;
create index mails_thread on auth.mails (user_id, thread, id) where thread is not null;
