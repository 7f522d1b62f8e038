import { afterAll, beforeAll, expect, it } from 'vitest'
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
