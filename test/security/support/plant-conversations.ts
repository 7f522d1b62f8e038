import type { Superuser } from './superuser.ts'

type Of = { tenantId: number; source: unknown; mark: string }

/** Two conversations of a tenant, with a message, a note, a file and how far somebody has read. */
export async function plantConversations(superuser: Superuser, { tenantId, source, mark }: Of) {
  // Where no other number of this world lies: what is done to one's own by a number that is meant for another thing is no harm.
  await superuser.query(
    `select setval(pg_get_serial_sequence('portal.conversations', 'id'), greatest(8000, (select coalesce(max(id), 0) from conversations)))`,
  )
  await superuser.query(
    `with opened as (
       insert into conversations (tenant_id, subject, order_source, order_key, order_no, opened_by, opened_name, by_staff, last_no, waiting_for,
         waiting_since, client_read)
       select $1, $3 || ' conversation ' || n, $2::smallint, $3 || '-P1', $3 || '-O1', 'nobody', $3 || ' Person', false, 1, 'staff', now(), 1
         from generate_series(1, 2) n returning tenant_id, id
     ), note as (
       insert into conversation_notes (tenant_id, conversation_id, kind, text, author, author_name)
       select tenant_id, id, 'note', $3 || ' note', 'nobody', $3 || ' Staff' from opened
     ), read as (
       insert into conversation_reads (tenant_id, conversation_id, user_id, up_to) select tenant_id, id, 'nobody', 1 from opened
     ), said as (
       insert into conversation_messages (tenant_id, conversation_id, no, kind, text, key, author, author_name, by_staff, at)
       select tenant_id, id, 1, 'message', $3 || ' words', gen_random_uuid(), 'nobody', $3 || ' Person', false, now() from opened
       returning tenant_id, conversation_id, no
     )
     insert into conversation_files (tenant_id, conversation_id, no, file_name, file_key, format, size, checksum)
     select tenant_id, conversation_id, no, $3 || '.pdf', md5($3 || ' 1') || left(md5($3 || ' 1'), 16), 'pdf', octet_length($3 || ' 1'),
       sha256(($3 || ' 1')::bytea) from said`,
    [tenantId, source, mark],
  )
}
