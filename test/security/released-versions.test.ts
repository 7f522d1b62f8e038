import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount } from '../support/actors.ts'
import { connectAs, openToken, type Raw } from './support/raw.ts'
import { createWorld, OWN, type World } from './support/world.ts'

// "A released version is never changed or overwritten": whoever has the login of the server and the context of somebody who looks
// after documents, and whoever works on the database as its owner or keeper.

const DENIED = '42501'
const OTHER_FILE = 'f'.repeat(48)

let world: World
let raw: Raw
let tokens: Record<'staff' | 'administrator', string>
let document: number
beforeAll(async () => {
  world = await createWorld()
  raw = await connectAs(world, 'portal_app')
  const staff = await anAccount(world.portal, { staff: { role: 'quality', tenantIds: [world.own] } })
  const administrator = await anAccount(world.portal, { globalAdmin: true })
  tokens = {
    staff: await openToken(world, staff.userId, null),
    administrator: await openToken(world, administrator.userId, null),
  }
  document = world.ownDocument
  await world.superuser.query(
    `insert into document_versions (document_id, no, file_name, file_key, format, size, checksum)
     select document_id, no + 1, file_name, file_key, format, size, checksum from document_versions where document_id = $1`,
    [document],
  )
  // Otherwise the portal itself changes the rows, when it comes to read them.
  await world.superuser.query('update document_versions set text_taken = true')
})
afterAll(async () => {
  await raw?.end()
  await world?.close()
})

const state = () =>
  world.superuser.rows(`select v.*, v.xmin::text from document_versions v order by document_id, no`)

/** Every fact of a version that is released, and of a draft beside it, set to something else. */
const OVERWRITTEN: [column: string, value: string][] = [
  ['document_id', `(select id from portal.documents where title = '${OWN} 2')`],
  ['no', '77'],
  ['file_name', `'another.pdf'`],
  ['file_key', `'${OTHER_FILE}'`],
  ['format', `'docx'`],
  ['size', '7'],
  ['checksum', `sha256('another')`],
  ['note', `'another'`],
  ['uploaded_at', `'2001-01-01'`],
  ['uploaded_by', `(select min(user_id) from portal.profiles)`],
]
const RELEASED: [column: string, value: string][] = [
  ['released_at', `'2001-01-01'`],
  ['released_at', 'null'],
  ['status', `'draft'`],
]
const set = ([column, value]: [string, string], where: string) =>
  `update portal.document_versions set ${column} = ${value} where document_id = ${document} and ${where} returning no`

const forbidden = () => [
  ...OVERWRITTEN.flatMap((change) => ['no = 1', 'no = 2'].map((where) => set(change, where))),
  ...RELEASED.map((change) => set(change, 'no = 1')),
]

it('is held against people who look after documents, in the statements of their own database roles', async () => {
  const before = await state()
  for (const token of Object.values(tokens)) {
    const open = [`select auth.begin_context('${token}')`]
    const seen = await raw.within(open, [
      `select no from portal.document_versions where document_id = ${document} order by no`,
    ])
    expect(seen[0]?.rows).toEqual([['1'], ['2']])
    for (const statement of [
      ...forbidden(),
      `delete from portal.document_versions where document_id = ${document}`,
      `delete from portal.documents where id = ${document}`,
      'truncate portal.document_versions',
      'alter table portal.document_versions disable trigger hold',
      'drop trigger hold on portal.document_versions',
      'set local session_replication_role = replica',
      `insert into portal.document_versions (document_id, no, status, file_name, file_key, format, size, checksum)
       select document_id, 9, 'available', file_name, file_key, format, size, checksum from portal.document_versions where document_id = ${document} and no = 1`,
      `insert into portal.document_versions (document_id, no, file_name, file_key, format, size, checksum)
       select document_id, no, file_name, '${OTHER_FILE}', format, size, checksum from portal.document_versions where document_id = ${document} and no = 1
       on conflict (document_id, no) do update set file_key = excluded.file_key`,
      `merge into portal.document_versions v using (values (1)) x (no) on v.document_id = ${document} and v.no = x.no
       when matched then update set checksum = sha256('another')`,
    ]) {
      const [outcome] = await raw.within(open, [statement])
      expect({ statement, code: outcome?.code }).toEqual({ statement, code: DENIED })
    }
  }
  expect(await state()).toEqual(before)
})

it('is held against the owner and the keeper of the tables', async () => {
  const before = await state()
  for (const role of ['portal_owner', 'portal_keeper']) {
    for (const statement of forbidden()) {
      await world.superuser.query('begin')
      await world.superuser.query(`set local role ${role}`)
      const code = await world.superuser.query(statement).then(
        ({ rowCount }) => `changed ${rowCount}`,
        (fault) => fault.code,
      )
      await world.superuser.query('rollback')
      expect({ role, statement, code }).toEqual({ role, statement, code: DENIED })
    }
  }
  expect(await state()).toEqual(before)
})

it('goes its way: released, superseded and withdrawn, and never back', async () => {
  const open = [`select auth.begin_context('${tokens.staff}')`]
  const become = (no: number, status: string) =>
    `update portal.document_versions set status = '${status}' where document_id = ${document} and no = ${no} returning status`
  const run = async (...steps: string[]) => {
    const outcomes = await raw.within(open, steps, 'rollback')
    return outcomes.map(({ code, rows }) => code ?? rows.flat()[0])
  }
  const release = `update portal.document_versions set status = 'available', released_at = now()
    where document_id = ${document} and no = 2 returning status`
  expect(await run(release, become(1, 'superseded'), become(1, 'available'))).toEqual([
    'available',
    'superseded',
    DENIED,
  ])
  expect(await run(become(1, 'superseded'), become(1, 'draft'))).toEqual(['superseded', DENIED])
  expect(await run(become(1, 'withdrawn'), become(1, 'available'))).toEqual(['withdrawn', DENIED])
  expect(await run(become(1, 'withdrawn'), become(1, 'draft'))).toEqual(['withdrawn', DENIED])
})
