import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCheckpoints } from '../../src/features/audit/server/checkpoints.ts'
import { signAudit } from '../../src/features/audit/server/watch-audit.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { size } from '../support/form.ts'
import { openProof } from './support/proof.ts'

const ROWS = size(300, 10_000)
const TAMPERINGS = size(60, 1000)
const OF = 7
/** The chain is signed this often while it grows, as it is every hour. */
const SIGNED = 20
const proof = openProof('audit-tampering')

let database: TestDatabase
let superuser: Superuser
let folder: string
let signed: string
beforeAll(async () => {
  database = await createTestDatabase()
  superuser = await connectSuperuser(database.location)
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-test-'))
  const checkpoints = openCheckpoints(folder, 'A'.repeat(43))
  for (let hour = 1; hour <= SIGNED; hour++) {
    await superuser.query(
      `select append_audit($1::int, 'planted', 'thing', n::text, null, jsonb_build_object('n', n), null, 'a test')
         from generate_series($2::int + 1, $3::int) n`,
      [OF, ((hour - 1) * ROWS) / SIGNED, (hour * ROWS) / SIGNED],
    )
    expect(await signAudit(database.location, checkpoints)).toEqual({ signed: 1, broken: [] })
  }
  signed = JSON.stringify(checkpoints.signedOf(new Set([OF])))
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await superuser?.end()
  await database?.drop()
})

/** Of what was made anew or cut from a row on, the first that was signed. */
const nextSigned = (s: number) => (Math.ceil((s * SIGNED) / ROWS) * ROWS) / SIGNED

/** What somebody with all power over the database does to row `s`, and the first row that must be named. */
const WAYS: Record<string, (s: number) => { sql: string; first: number }> = {
  change: (s) => ({
    sql: `update audit_log set new = '{"n": -1}' where tenant_id = ${OF} and seq = ${s}`,
    first: s,
  }),
  'change who': (s) => ({
    sql: `update audit_log set actor = 'x' where tenant_id = ${OF} and seq = ${s}`,
    first: s,
  }),
  're-date': (s) => ({
    sql: `update audit_log set at = at + interval '1 microsecond' where tenant_id = ${OF} and seq = ${s}`,
    first: s,
  }),
  delete: (s) => ({
    sql: `delete from audit_log where tenant_id = ${OF} and seq = ${s}`,
    first: s === ROWS ? s : s + 1,
  }),
  insert: (s) => ({
    sql: `insert into audit_log select tenant_id, ${ROWS + 1}, at, actor_kind, actor, by_staff, action, object_type, object_id, old, new,
            trace_id, prev_hash, hash from audit_log where tenant_id = ${OF} and seq = ${s}`,
    first: ROWS + 1,
  }),
  swap: (s) => {
    const [one, other] = s < ROWS ? [s, s + 1] : [s - 1, s]
    return {
      sql: `update audit_log a set new = b.new, object_id = b.object_id from audit_log b
             where a.tenant_id = ${OF} and b.tenant_id = ${OF} and (a.seq, b.seq) in ((${one}, ${other}), (${other}, ${one}))`,
      first: one,
    }
  },
  'work out anew': (s) => ({
    sql: `do $$ declare r portal.audit_log; before bytea; begin
            select hash into before from portal.audit_log where tenant_id = ${OF} and seq = ${s} - 1;
            for r in select * from portal.audit_log where tenant_id = ${OF} and seq >= ${s} order by seq loop
              if r.seq = ${s} then r.actor := 'x'; end if;
              r.prev_hash := coalesce(before, '\\x'); r.hash := portal.audit_hash(r); before := r.hash;
              update portal.audit_log a set actor = r.actor, prev_hash = r.prev_hash, hash = r.hash
               where a.tenant_id = ${OF} and a.seq = r.seq;
            end loop;
            update portal.audit_heads set hash = before where tenant_id = ${OF};
          end $$`,
    first: nextSigned(s),
  }),
  'cut the end': (s) => ({
    sql: `do $$ begin
            delete from portal.audit_log where tenant_id = ${OF} and seq >= ${s};
            update portal.audit_heads h set seq = ${s} - 1,
              hash = coalesce((select a.hash from portal.audit_log a where a.tenant_id = ${OF} and a.seq = ${s} - 1), '\\x')
             where h.tenant_id = ${OF};
          end $$`,
    first: nextSigned(s),
  }),
}
/** These leave a chain that is whole: only what was signed finds them. */
const BY_SIGNATURE = ['work out anew', 'cut the end']

it('names the first bad row of every tampering, the cut end and the chain made anew by what was signed (T60)', async () => {
  const look = async () => ({
    chain: await superuser.rows<{ seq: string }>('select * from verify_audit()'),
    signed: await superuser.rows<{ seq: string }>(
      'select * from lost_audit_positions($1::jsonb) order by seq',
      [signed],
    ),
  })
  await superuser.query('begin')
  await superuser.tamper()
  expect(await look()).toEqual({ chain: [], signed: [] })
  const names = Object.keys(WAYS)
  const found: Record<string, number> = {}
  const missed: string[] = []
  for (let n = 0; n < TAMPERINGS; n++) {
    const name = names[n % names.length] as string
    const s = 1 + Math.floor(proof.random() * ROWS)
    const { sql, first } = (WAYS[name] as (typeof WAYS)[string])(s)
    const seen = await superuser.undone(sql, look)
    const [named] = BY_SIGNATURE.includes(name) ? seen.signed : seen.chain
    const silent = !BY_SIGNATURE.includes(name) || seen.chain.length === 0
    if (Number(named?.seq) === first && silent) found[name] = (found[name] ?? 0) + 1
    else missed.push(`${name} of ${s}: ${JSON.stringify(seen)}, expected ${first}`)
  }
  await superuser.query('rollback')
  proof.note({ rows: ROWS, tamperings: TAMPERINGS, found })
  expect(missed).toEqual([])
})
