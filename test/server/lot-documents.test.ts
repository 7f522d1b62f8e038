import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDocument, pdf } from '../support/documents.ts'
import { drawnPdf } from '../support/drawn-pdf.ts'
import { order, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const READING = { timeout: 60_000 }

let portal: TestPortal
let send: Sender
let [one, two] = [0, 0]
let first: Actor
let second: Actor
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal))
  first = await aMember(portal, one, 'quality_manager')
  second = await aMember(portal, two, 'quality_manager')
  quality = await aStaffMember(portal, 'quality')
})
afterAll(() => portal.close())

const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const ingest = async (address: string, rows: unknown) => {
  const answer = await send(address, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
let lots = 0
const stateOf = (lot: string, State: string) =>
  ingest('lots', [{ 'Lot No': lot, 'Item No': `I-${lot}`, State }])
/** A lot on an order of each client that is named. */
async function aLot(...codes: string[]): Promise<string> {
  const lot = `D-${++lots}`
  await stateOf(lot, 'released')
  for (const code of codes) {
    await ingest('orders', [order(`${lot}${code}`, { 'Client Code': code, 'Ord No': `${lot}${code}` })])
    await ingest('order-lines', [{ Primary: `${lot}${code}`, 'Line No': 1, 'Item No': `I-${lot}`, Lot: lot }])
  }
  return lot
}
const certificate = (lot: string | string[], more: object = {}) => {
  const lotNos = [lot].flat()
  return {
    ...{ title: `COA of ${lotNos}`, type: 'coa', shelves: [], category: 'certificate', lotNos },
    audience: { kind: 'lots' },
    content: pdf(`COA of ${lotNos}`),
    ...more,
  }
}
const aCertificate = (lot: string | string[], more: object = {}) =>
  aDocument(portal.url, quality, certificate(lot, more))
const lineOf = async (actor: Actor, orderNo: string): Promise<Json> =>
  (await actor.get(`/api/v1/orders/${orderNo}`)).body.lines[0]
const found = async (actor: Actor, term: string): Promise<Json[]> =>
  (await actor.get(`/api/v1/search?q=${encodeURIComponent(term)}`)).body.groups.find(
    ({ group }: Json) => group === 'documents',
  )?.hits ?? []
const listed = async (actor: Actor, search: string): Promise<Json> =>
  (await actor.get(`/api/v1/qaqc/documents?shelf=lots&search=${encodeURIComponent(search)}`)).body
const hide = (tenant: number, module: string, visible: boolean) =>
  portal.owner((tx) =>
    sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${tenant}, ${module}, ${visible})
      on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
  )

describe('while a lot is held', () => {
  it('its certificate is offered nowhere: page, file, version, ZIP, shelf, search; and is again with the lot', async () => {
    const lot = await aLot('A', 'B')
    const id = await aCertificate(lot, { shelves: ['qa'], title: `Zeaxanthin ${lot}` })
    const file = () => first.get(`/api/v1/documents/${id}/file`)
    const shelf = async () =>
      (await first.get(`/api/v1/qaqc/documents?shelf=qa&search=Zeaxanthin`)).body.items[0]
    const page = async () => (await first.get(`/api/v1/documents/${id}`)).body
    expect((await file()).status).toBe(200)
    expect(await page()).toMatchObject({
      status: 'available',
      opens: true,
      lots: [{ lotNo: lot, address: lot, held: false }],
    })
    for (const state of ['on hold', 'quarantine', 'rejected']) {
      await stateOf(lot, state)
      expect(said(await file())).toEqual([409, 'document_held'])
      expect(said(await first.get(`/api/v1/documents/${id}/versions/1/file`))).toEqual([409, 'document_held'])
      expect(said(await first.get(`/api/v1/documents/archive?ids=${id}`))).toEqual([404, 'not_found'])
      expect(await page()).toMatchObject({
        ...{ status: 'held', opens: false, versions: [{ opens: false }] },
        lots: [{ lotNo: lot, held: true }],
      })
      expect(await shelf()).toMatchObject({ id, status: 'held', opens: false })
      expect((await listed(first, 'Zeaxanthin')).items).toMatchObject([{ id, status: 'held', opens: false }])
      expect(await found(first, 'Zeaxanthin')).toMatchObject([{ to: `/documents/${id}`, standing: 'held' }])
      expect((await lineOf(first, `${lot}A`)).certificate).toEqual({ state: 'held', documentId: null })
    }
    await stateOf(lot, 'released')
    expect((await file()).status).toBe(200)
    expect(await shelf()).toMatchObject({ status: 'available', opens: true })
    expect((await found(first, 'Zeaxanthin'))[0].standing).toBeUndefined()
  })

  it('one of several lots stays for whoever has another of them; nobody learns how a stranger’s lot stands', async () => {
    const [held, good] = [await aLot('A'), await aLot('A', 'B')]
    const id = await aCertificate([held, good])
    await stateOf(held, 'on hold')
    expect((await first.get(`/api/v1/documents/${id}`)).body).toMatchObject({
      ...{ status: 'available', opens: true },
      lots: [
        { lotNo: held, held: true },
        { lotNo: good, held: false },
      ],
    })
    expect((await second.get(`/api/v1/documents/${id}`)).body).toMatchObject({
      ...{ status: 'available', lots: [{ lotNo: good, held: false }] },
    })
    expect((await lineOf(first, `${held}A`)).certificate).toEqual({ state: 'held', documentId: null })
    expect((await lineOf(first, `${good}A`)).certificate).toEqual({ state: 'available', documentId: id })
    expect((await first.get(`/api/v1/lots/${held}`)).body.certificates).toMatchObject([{ current: false }])
    expect((await first.get(`/api/v1/lots/${good}`)).body.certificates).toMatchObject([{ current: true }])
  })

  it('who may not see lots is not told of them on the document’s page', async () => {
    const lot = await aLot('B')
    const id = await aCertificate(lot)
    await hide(two, 'qaqc', false)
    expect((await second.get(`/api/v1/documents/${id}`)).body).toMatchObject({
      status: 'available',
      lots: [],
    })
    await hide(two, 'qaqc', true)
  })
})

describe('what stands in certificates of lots', () => {
  it('is found where one looks for everything and on the list of certificates, by those who may open them', async () => {
    const lot = await aLot('A')
    const id = await aCertificate(lot, {
      content: await drawnPdf(['Certificate', 'Lactobacillus quintessentialis: 12 billion per capsule']),
    })
    await expect
      .poll(async () => (await first.get(`/api/v1/documents/${id}`)).body.text, READING)
      .toBe('read')
    expect(await found(second, 'quintessentialis')).toEqual([])
    expect(await listed(second, 'quintessentialis')).toMatchObject({ items: [], total: 0 })
    const hit = { page: 2, before: 'Lactobacillus ', match: 'quintessentialis' }
    expect(await listed(first, 'quintessentialis')).toMatchObject({ items: [{ id, hit }], total: 1 })
    expect(await found(first, 'quintessentialis')).toMatchObject([
      {
        to: `/documents/${id}?q=quintessentialis`,
        details: [`“Lactobacillus quintessentialis: 12 billion per capsule”`],
      },
    ])
    // By the number of its lot too; and without QA/QC on the line alone, with Orders hidden as well nowhere.
    expect(await listed(first, lot)).toMatchObject({ items: [{ id }] })
    await hide(one, 'qaqc', false)
    expect(said(await first.get('/api/v1/qaqc/documents?shelf=lots'))).toEqual([403, 'module_hidden'])
    expect(await found(first, 'quintessentialis')).toMatchObject([{ details: [expect.any(String)] }])
    await hide(one, 'orders', false)
    expect(await found(first, 'quintessentialis')).toEqual([])
    await hide(one, 'qaqc', true)
    await hide(one, 'orders', true)
    await stateOf(lot, 'on hold')
    expect(await found(first, 'quintessentialis')).toEqual([])
    expect(await listed(first, 'quintessentialis')).toMatchObject({ items: [], total: 0 })
  })

  it('counts nobody else’s', async () => {
    const { counts } = (await second.get('/api/v1/qaqc/documents?shelf=lots')).body
    const [{ n }] = (
      await portal.owner((tx) =>
        sql<{
          n: number
        }>`select count(*)::int as n from portal.documents d join portal.document_access a on a.document_id = d.id
        where a.tenant_id = ${two} and d.status <> 'draft' and d.lot_nos <> '{}'`.execute(tx),
      )
    ).rows as [{ n: number }]
    expect(counts.all).toBe(n)
  })
})

describe('tell me when ready, on a line of an order', () => {
  const wish = (actor: Pick<Actor, 'send'>, orderNo: string, lot: string, body: object = { wished: true }) =>
    actor.send('PUT', `/api/v1/orders/${orderNo}/lots/${lot}/wish`, body)

  it('is for people of the company that has the order, for lots that stand on it, while there is none', async () => {
    const lot = await aLot('A')
    const other = await aLot('A')
    expect(said(await wish(createClient(portal.url), `${lot}A`, lot))).toEqual([401, 'no_session'])
    expect(said(await wish(second, `${lot}A`, lot))).toEqual(said(await wish(second, 'nothing', lot)))
    expect(said(await wish(second, `${lot}A`, lot))).toEqual([404, 'not_found'])
    expect(said(await wish(first, `${lot}A`, other))).toEqual([404, 'not_found'])
    expect(said(await wish(first, `${lot}A`, lot, {}))).toEqual([422, 'validation'])
    expect(said(await wish(await anAdministrator(portal), `${lot}A`, lot))).toEqual([409, 'choose_tenant'])
    await hide(one, 'orders', false)
    expect(said(await wish(first, `${lot}A`, lot))).toEqual([403, 'module_hidden'])
    await hide(one, 'orders', true)
    await aCertificate(lot)
    expect(said(await wish(first, `${lot}A`, lot))).toEqual([409, 'already_exists'])
  })

  it('is the wish that the lot’s page shows, needs no QA/QC, and is answered when the certificate is there', async () => {
    const lot = await aLot('A')
    const wished = async () => (await lineOf(first, `${lot}A`)).wished
    expect(await wished()).toBe(false)
    await hide(one, 'qaqc', false)
    expect((await wish(first, `${lot}A`, lot)).body).toEqual({ wished: true })
    await hide(one, 'qaqc', true)
    expect(await wished()).toBe(true)
    expect((await first.get(`/api/v1/lots/${lot}`)).body.wished).toBe(true)
    expect((await wish(first, `${lot}A`, lot, { wished: false })).body).toEqual({ wished: false })
    expect(await wished()).toBe(false)
    await wish(first, `${lot}A`, lot)
    await aCertificate(lot)
    await expect
      .poll(async () => (await first.get('/api/v1/notices')).body.items.map(({ text }: Json) => text))
      .toContain(`The certificate for lot ${lot} is available`)
    expect(await wished()).toBe(false)
  })

  it('reaches lots of which upstream has told nothing', async () => {
    await ingest('orders', [order('BARE', { 'Client Code': 'A', 'Ord No': 'BARE' })])
    await ingest('order-lines', [{ Primary: 'BARE', 'Line No': 1, 'Item No': 'X', Lot: 'L-bare' }])
    expect(await lineOf(first, 'BARE')).toMatchObject({ lotState: null, lotAddress: null, wished: false })
    expect((await wish(first, 'BARE', 'L-bare')).body).toEqual({ wished: true })
    expect((await lineOf(first, 'BARE')).wished).toBe(true)
  })
})

describe('the documents of an order', () => {
  const of = (actor: Pick<Actor, 'get'>, orderNo: string, query = '') =>
    actor.get(`/api/v1/orders/${orderNo}/documents${query}`)
  const named = async (actor: Actor, orderNo: string) =>
    (await of(actor, orderNo)).body.items.map(({ id, why }: Json) => [id, why])

  it('are for who may see the order and documents', async () => {
    const lot = await aLot('A')
    expect(said(await of(createClient(portal.url), `${lot}A`))).toEqual([401, 'no_session'])
    expect(said(await of(second, `${lot}A`))).toEqual([404, 'not_found'])
    expect(said(await of(second, 'nothing'))).toEqual([404, 'not_found'])
    expect(said(await of(first, `${lot}A`, '?limit=0'))).toEqual([422, 'validation'])
    expect(said(await of(first, `${lot}A`, '?cursor=x'))).toEqual([422, 'bad_cursor'])
    await hide(one, 'orders', false)
    expect(said(await of(first, `${lot}A`))).toEqual([403, 'module_hidden'])
    await hide(one, 'orders', true)
    const finance = await aMember(portal, one, 'finance_manager')
    const { permissions } = (await finance.get('/api/v1/session')).body
    if (!permissions.includes('orders.read'))
      expect(said(await of(finance, `${lot}A`))).toEqual([403, 'permission_denied'])
  })

  it('are those of its own, of its lots and of its products that can be opened now, and no others', async () => {
    const lot = await aLot('A')
    const another = await aLot('A')
    const all = { audience: { kind: 'all' }, shelves: ['product'], category: 'technical-spec', type: 'tds' }
    const sheet = await aDocument(portal.url, quality, { ...all, title: 'Sheet', productCode: `I-${lot}` })
    const own = await aDocument(portal.url, quality, {
      ...{ title: 'Agreed packaging', audience: { kind: 'order', orderNo: `${lot}A` } },
    })
    const coa = await aCertificate(lot)
    // Of another product, another lot, for another company, over, and withdrawn.
    await aDocument(portal.url, quality, { ...all, title: 'Other', productCode: `I-${another}` })
    await aCertificate(another)
    await aDocument(portal.url, quality, {
      ...{
        ...all,
        title: 'Not theirs',
        productCode: `I-${lot}`,
        audience: { kind: 'tenants', tenantIds: [two] },
      },
    })
    await aDocument(portal.url, quality, {
      ...{ ...all, title: 'Over', productCode: `I-${lot}`, expiresOn: '2020-01-01' },
    })
    const gone = await aDocument(portal.url, quality, { ...all, title: 'Gone', productCode: `I-${lot}` })
    await quality.post(`/api/v1/admin/documents/${gone}/withdraw`, { reason: 'Wrong' })
    expect(await named(first, `${lot}A`)).toEqual([
      [own, 'order'],
      [coa, 'lot'],
      [sheet, 'product'],
    ])
    const page = await of(first, `${lot}A`, '?limit=2')
    expect([page.body.items.length, page.body.total]).toEqual([2, 3])
    const rest = await of(first, `${lot}A`, `?limit=2&cursor=${page.body.nextCursor}`)
    expect(rest.body).toMatchObject({ items: [{ id: sheet }], nextCursor: null, total: null })
    await hide(one, 'product', false)
    expect(await named(first, `${lot}A`)).toEqual([
      [own, 'order'],
      [coa, 'lot'],
    ])
    await hide(one, 'product', true)
    await stateOf(lot, 'on hold')
    expect(await named(first, `${lot}A`)).toEqual([
      [own, 'order'],
      [sheet, 'product'],
    ])
    expect(await named(await anAdministrator(portal), `${lot}A`)).toContainEqual([own, 'order'])
  })
})

describe('a lot expires', () => {
  it('with the day of the manufacturer, wherever the server’s clock stands', async () => {
    const lot = await aLot('A')
    const day = (zone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date())
    const zone = (name: string | null) =>
      portal.owner((tx) => sql`update portal.installation set timezone = ${name}`.execute(tx))
    const state = async () => (await first.get(`/api/v1/lots/${lot}`)).body.lot.state
    // At any moment it is another day at one end of the world than at the other.
    const [early, late] = ['Pacific/Kiritimati', 'Pacific/Niue']
    await ingest('lots', [{ 'Lot No': lot, 'Item No': `I-${lot}`, State: 'released', Expiry: day(late) }])
    await zone(late)
    expect(await state()).toBe('released')
    expect((await lineOf(first, `${lot}A`)).lotState).toBe('released')
    await zone(early)
    expect(await state()).toBe('expired')
    expect((await lineOf(first, `${lot}A`)).lotState).toBe('expired')
    expect((await first.get(`/api/v1/lots?state=expired&search=${lot}`)).body.total).toBe(1)
    await zone(null)
  })
})
