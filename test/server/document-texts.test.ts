import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLibrary } from '../../src/features/documents/server/open-library.ts'
import { sweepDocuments } from '../../src/features/documents/server/sweep-documents.ts'
import type { Tx } from '../../src/platform/server/database/tx.ts'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { aDocument } from '../support/documents.ts'
import { drawnPdf } from '../support/drawn-pdf.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

// The first one waits for its reader to start, beside whatever else the machine does.
const READING = { timeout: 60_000 }
const QUALITY = '/api/v1/qaqc/documents?shelf=qa&search='

let portal: TestPortal
let one: number
let member: Actor
let stranger: Actor
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal)
  member = await aMember(portal, one)
  stranger = await aMember(portal, await aTenant(portal))
  quality = await aStaffMember(portal, 'quality')
})
afterAll(() => portal.close())

const document = (content: Buffer, more: object = {}) =>
  aDocument(portal.url, quality, { content, audience: { kind: 'tenants', tenantIds: [one] }, ...more })
const textOf = async (id: number) => (await member.get(`/api/v1/documents/${id}`)).body.text
const isRead = (id: number, state = 'read') => expect.poll(() => textOf(id), READING).toBe(state)
const found = async (who: Actor, search: string) =>
  (await who.get(`${QUALITY}${encodeURIComponent(search)}`)).body.items

it('is found by what stands on its pages, by its readers alone', async () => {
  const id = await document(
    await drawnPdf(['Résumé des lots', 'Numération des souches: 12 milliards de bactéries par capsule']),
  )
  await isRead(id)
  expect(await found(stranger, 'bacteries')).toEqual([])
  expect(await found(member, 'bacteries')).toMatchObject([
    {
      id,
      hit: {
        page: 2,
        before: 'Numération des souches: 12 milliards de ',
        match: 'bactéries',
        after: ' par capsule',
      },
    },
  ])
  const SEARCHES: [string, boolean][] = [
    ['BACTÉRIES capsule', true],
    ['capsules', true],
    ['bact', true],
    ['milliard souche', true],
    // On two pages, inside a word, of no word at all.
    ['resume bacteries', false],
    ['psule', false],
    ['%', false],
  ]
  for (const [search, there] of SEARCHES)
    expect([search, (await found(member, search)).length === 1]).toEqual([search, there])
  // Found by its name, it is no hit in its text.
  expect(await found(member, 'procedure')).toMatchObject([{ id, hit: null }])
  await portal.owner((tx) =>
    tx
      .insertInto('tenant_module_visibility')
      .values({ tenant_id: one, module_id: 'qaqc', is_visible: false })
      .execute(),
  )
  expect((await member.get(`${QUALITY}bacteries`)).body.code).toBe('module_hidden')
  await portal.owner((tx) => tx.deleteFrom('tenant_module_visibility').where('tenant_id', '=', one).execute())
})

it('finds words that end a line with a hyphen, ligatures and codes as they are typed, for its readers alone', async () => {
  const company = await aTenant(portal)
  const reader = await aMember(portal, company)
  const id = await document(
    await drawnPdf(['Gélules de vita-\nmines du cœur, un anti-oxydant.\nNumber L2024-118 of this batch']),
    { audience: { kind: 'tenants', tenantIds: [company] } },
  )
  await expect.poll(async () => (await reader.get(`/api/v1/documents/${id}`)).body.text, READING).toBe('read')
  expect(await found(stranger, 'vitamines')).toEqual([])
  const hitOf = async (search: string) => (await found(reader, search))[0]?.hit?.match ?? null
  for (const [search, match] of [
    ['vitamines', 'vita- mines'],
    ['vitamin', 'vita- mines'],
    ['vita-mines', 'vita'],
    ['coeur', 'cœur'],
    ['antioxydant', 'anti-oxydant'],
    ['anti oxydant', 'anti'],
    ['L2024118', 'L2024-118'],
    ['LOT: L2024–118', 'L2024'],
    ['L 2024 118', 'L2024'],
    ['2024119', null],
    ['tamines', null],
  ] as const)
    expect([search, await hitOf(search)]).toEqual([search, match])
})

it('is searched in the version that is offered, while it is offered', async () => {
  const id = await document(await drawnPdf(['The first wording: zirconium']))
  await isRead(id)
  expect(await found(member, 'zirconium')).toHaveLength(1)
  const withdrawn = await quality.post(`/api/v1/admin/documents/${id}/withdraw`, { reason: 'An error' })
  expect(withdrawn.status).toBe(200)
  expect(await found(member, 'zirconium')).toEqual([])
})

it('is read once, however many documents have it', async () => {
  const content = await drawnPdf(['One text: molybdenum'])
  const ids = [await document(content), await document(content, { title: 'The same again' })]
  for (const id of ids) await isRead(id)
  expect((await found(member, 'molybdenum')).map(({ id }: { id: number }) => id).sort()).toEqual(ids)
  const pages = await portal.owner((tx) =>
    tx.selectFrom('document_pages').select('page').where('content', 'like', '%molybdenum%').execute(),
  )
  expect(pages).toHaveLength(1)
})

it('says when its text cannot be searched', async () => {
  const picture = await document(await drawnPdf((file) => void file.rect(0, 0, 9, 9).fill()))
  const locked = await document(await drawnPdf(['secret'], { userPassword: 'geheim' }))
  const table = await document(Buffer.from('a,b\n1,2\n'), { name: 'table.csv' })
  await isRead(picture, 'no_text')
  await isRead(locked, 'locked')
  expect(await textOf(table)).toBeNull()
})

const claim = async (tx: Tx) =>
  (await sql<{ checksum: Buffer }>`select * from auth.claim_document_text()`.execute(tx)).rows[0]?.checksum
/** Documents of one version each, none of whose files is there. */
const writeVersions = (tx: Tx, checksums: RawBuilder<unknown>) =>
  sql`
  with d as (insert into portal.documents (title, shelves, category, type, audience)
             values ('Written', '{qa}', 'quality', 'procedure', 'all') returning id)
  insert into portal.document_versions (document_id, no, file_name, file_key, format, size, checksum)
  select d.id, row_number() over (), 'one.pdf', left(encode(c, 'hex'), 48), 'pdf', 10, c from d, (${checksums}) x (c)`.execute(
    tx,
  )

it('is taken up anew where a server leaves it, and where it is gone', () =>
  // Nobody else sees these.
  portal.owner(async (tx) => {
    await writeVersions(tx, sql`select sha256('left')`)
    const taken = await claim(tx)
    expect([taken?.length, await claim(tx)]).toEqual([32, undefined])
    await sql`select auth.leave_document_text(${taken})`.execute(tx)
    expect([await claim(tx), await claim(tx)]).toEqual([taken, undefined])
    await sql`delete from portal.document_texts where checksum = ${taken}`.execute(tx)
    const { receiver } = openLibrary({ dataDir: portal.dataDir })
    await sweepDocuments(tx, receiver)
    expect([await claim(tx), await claim(tx)]).toEqual([taken, undefined])
    await sql`select auth.keep_document_text(${taken}, 'unreadable', '{}')`.execute(tx)
  }))

it('is looked for without reading what is read already, however much that is', () =>
  portal.owner(async (tx) => {
    const read = sql`select sha256(n::text::bytea) from generate_series(1, 3000) n`
    await sql`insert into portal.document_texts (checksum, state, read_at) select c, 'read', now() from (${read}) x (c)`.execute(
      tx,
    )
    await writeVersions(tx, read)
    const rowsRead = async () => {
      const { rows } = await sql<{ n: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
         where relname in ('document_texts', 'document_versions')`.execute(tx)
      return rows[0]?.n as number
    }
    const look = async () => {
      const before = await rowsRead()
      expect(await claim(tx)).toBeUndefined()
      return (await rowsRead()) - before
    }
    // These came with files that are read: the first look finds that out, and no other one has to.
    expect(await look()).toBeGreaterThan(3000)
    expect(await look()).toBe(0)
  }))
