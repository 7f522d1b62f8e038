import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { draftLine, invoiceWriter } from '../support/invoice-drafts.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { act, create, PATH } from '../support/purchase-orders.ts'
import { takePaper } from '../support/read-paper.ts'

const TODAY = '2025-08-31'
let portal: TestPortal
let admin: Actor
let actor: Actor & { tenantId: number }

const lines = (no: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    'Invoice No': no,
    'Line No': at + 1,
    'Item No': `81061-${at + 1}`,
    Description: `Magnésium biglycinate ${at + 1}`,
    Quantity: 1200.5,
    Unit: 'KG',
    'Unit Price': '4.1234',
    Amount: '4952.06',
  }))
const invoice = (no: string, fields: Json = {}) => ({
  'Invoice No': no,
  'Invoice Date': '2025-06-05',
  'Due Date': '2025-07-05',
  'Client Code': 'A',
  Terms: 'Net 30',
  'PO No': 'PO-77',
  Total: '1234.56',
  ...fields,
})

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  admin = await anAdministrator(portal)
  const tenantId = await aTenant(portal, { clientCodes: ['A'], source: 'papers', currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source: 'papers' }))
  for (const [kind, rows] of [
    [
      'invoices',
      [
        invoice('F-1', {
          'Client Name': 'Διατροφή Ωμέγα · Здоровье · Łódź',
          Subtotal: '1073.77',
          'Tax 1 Name': 'TPS',
          'Tax 1': '53.69',
          'Tax 2 Name': 'TVQ',
          'Tax 2': '107.10',
        }),
        invoice('F-2', { Total: '-50.00' }),
        invoice('F-LONG', { Total: '100.00' }),
      ],
    ],
    ['invoice-lines', [...lines('F-1', 2), ...lines('F-LONG', 120)]],
    [
      'payments',
      [
        {
          'Payment No': 'R-1',
          'Payment Date': '2025-07-01',
          'Client Code': 'A',
          'Invoice No': 'F-1',
          Amount: '234.56',
        },
      ],
    ],
  ] as const) {
    const { body, text } = await send(kind, rows as Json[])
    expect(body.rejected, text).toBe(0)
  }
  actor = Object.assign(await aMember(portal, tenantId, 'finance_manager'), { tenantId })
})
afterAll(() => portal?.close())

const company = async (facts: Json) => {
  const { version } = (await admin.get('/api/v1/admin/company')).body
  const { status } = await admin.send('PATCH', '/api/v1/admin/company', { version, ...facts })
  expect(status).toBe(200)
}
const ofTenant = (language: string | null, region: string | null) =>
  peek(portal, 'update portal.tenants set language = $2, region = $3 where id = $1', [
    actor.tenantId,
    language,
    region,
  ])
const INVOICE = '/api/v1/invoices/F-1/pdf'
const STATEMENT = '/api/v1/finance/statement/pdf?from=2025-01-01&to=2025-12-31'

describe('papers', () => {
  it('are refused to visitors, to roles without invoices, and of another company as if there were none', async () => {
    const viewer = await aMember(portal, actor.tenantId, 'viewer')
    const stranger = await aMember(portal, await aTenant(portal), 'finance_manager')
    for (const path of [INVOICE, STATEMENT]) {
      expect((await createClient(portal.url).get(path)).status).toBe(401)
      expect((await viewer.get(path)).body.code).toBe('permission_denied')
    }
    expect((await stranger.get(INVOICE)).status).toBe(404)
    expect((await actor.get('/api/v1/invoices/NONE/pdf')).status).toBe(404)
    expect((await admin.get(STATEMENT)).body.code).toBe('one_company')
    expect((await actor.get('/api/v1/finance/statement/pdf?from=2025-02-01&to=2025-01-01')).status).toBe(422)
  })

  it('name what the manufacturer’s page still lacks, in the asker’s language', async () => {
    const { status, body } = await actor.get(INVOICE, { headers: { 'accept-language': 'fr-CA' } })
    expect([status, body.code]).toEqual([409, 'company_incomplete'])
    expect(body.detail).toContain('dénomination sociale, adresse et numéros d’inscription aux taxes')
    await company({ legalName: 'Lotline Laboratories inc.', address: '1 Mill Street\nSaint-Hyacinthe' })
    expect((await actor.get(INVOICE)).body.detail).toContain('are missing: tax numbers.')
    await company({ taxNumbers: 'TPS 123456789 RT0001', bank: 'Transit 00042 · Account 7654321' })
    const { name, pages } = await takePaper(portal, actor, INVOICE)
    expect(name).toContain('Invoice-F-1.pdf')
    for (const part of [
      'Lotline Laboratories inc.',
      '1 Mill Street',
      'Saint-Hyacinthe',
      'TPS 123456789 RT0001',
      'Invoice F-1',
      'Διατροφή Ωμέγα · Здоровье · Łódź',
      'PO No: PO-77',
      'Jul 5, 2025',
      'Magnésium biglycinate 2',
      '1,200.5 KG',
      '4.1234',
      '$1,234.56',
      'QST|',
      '$107.10',
      'Payment · R-1',
      '-$234.56',
      '$1,000.00',
      'Transit 00042 · Account 7654321',
      'Payment reference: F-1',
      'Page 1 of 1',
    ])
      expect(pages[0]).toContain(part)
  })

  // Language and region of the company; that of the paper, its title, and its total.
  it.each([
    [null, null, 'en', 'Statement of account', '$1,050.00'],
    ['fr-CA', null, 'fr-CA', 'Relevé de compte', '1 050,00 $'],
    [null, 'CA-QC', 'fr-CA', 'Relevé de compte', '1 050,00 $'],
    ['en', 'CA-QC', 'fr-CA', 'Relevé de compte / Statement of account', '1 050,00 $'],
    ['de', 'DE', 'de', 'Kontoauszug', '1.050,00 CA$'],
    ['es', 'ES', 'es', 'Estado de cuenta', 'CAD 1,050.00'],
  ])('of a company with language %s in %s are in %s', async (language, region, lang, title, total) => {
    await ofTenant(language, region)
    // F-LONG takes 100.00, F-2 gives 50.00 back.
    const paper = await takePaper(portal, actor, STATEMENT)
    expect([paper.language, paper.title]).toEqual([lang, title])
    const text = (paper.pages[0] ?? '').replace(/[\u00a0\u202f]/g, ' ')
    expect(text).toContain(title)
    expect(text).toContain(total)
  })

  // Language and region of the company, what is chosen, and the paper of a reader who reads German.
  it.each([
    [null, null, null, 'Kontoauszug'],
    ['en', null, null, 'Statement-of-account'],
    [null, 'CA-QC', null, 'Relevé-de-compte'],
    ['en', 'CA-QC', 'es', 'Estado-de-cuenta'],
    [null, null, 'fr-CA', 'Relevé-de-compte'],
  ])(
    'of a company with language %s in %s, %s chosen, have the name %s',
    async (language, region, chosen, name) => {
      await ofTenant(language, region)
      const ask = `${STATEMENT}${chosen === null ? '' : `&language=${chosen}`}`
      const paper = await takePaper(portal, actor, ask, { 'accept-language': 'de' })
      expect(decodeURIComponent(paper.name).replaceAll(' ', '-')).toContain(`${name}-CAD`)
      expect(paper.title?.replaceAll(' ', '-')).toBe(name)
    },
  )

  it('keep a reference in one piece', async () => {
    const references = ['PO-2025-0000123-REV-B', '4500012345/000010-A']
    await sender(portal.url, await aKey(portal, { source: 'papers' }))(
      'invoices',
      references.map((reference, at) =>
        invoice(`INV/2025/00012${at}-MTL`, { 'PO No': reference, Total: '0.01' }),
      ),
    )
    const { pages } = await takePaper(portal, actor, STATEMENT)
    const cells = pages.join('|').split('|')
    for (const reference of [...references, 'INV/2025/000120-MTL']) expect(cells).toContain(reference)
  })

  it('repeat the head of a table on each page, and every page says which of how many it is', async () => {
    await ofTenant('en', null)
    const { pages, tags } = await takePaper(portal, actor, '/api/v1/invoices/F-LONG/pdf')
    expect(pages.length).toBeGreaterThan(2)
    pages.slice(0, -1).forEach((page, at) => {
      expect(page).toContain('Unit price')
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    })
    expect(pages.join(' ').match(/Magnésium biglycinate \d+/g)).toHaveLength(120)
    // Heard once each: a row of headings and 120 rows of five cells.
    expect([tags.get('TH'), tags.get('TD'), tags.get('H1')]).toEqual([5, 600, 1])
    expect((await takePaper(portal, actor, '/api/v1/invoices/F-2/pdf')).title).toBe('Credit note F-2')
  })

  it('are on record before their first byte', async () => {
    const rows = await peek(
      portal,
      `select action, new from portal.audit_log where tenant_id = $1 and action in ('invoice.downloaded', 'statement.exported')
        order by seq`,
      [actor.tenantId],
    )
    expect(rows[0]).toEqual({
      action: 'invoice.downloaded',
      new: { number: 'F-1', format: 'pdf', language: 'en', rows: 2 },
    })
    expect(rows).toContainEqual({
      action: 'statement.exported',
      new: { from: '2025-01-01', to: '2025-12-31', currency: 'CAD', format: 'pdf', language: 'de', rows: 6 },
    })
  })

  it('bear the logo where it can be drawn, and are made without it where its pixels are broken', async () => {
    const chunk = (name: string, data: Uint8Array) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(data.length)
      head.write(name, 4, 'latin1')
      return Buffer.concat([head, data, Buffer.alloc(4)])
    }
    const png = (pixels: Uint8Array) => {
      const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, 6, 0, 0, 0])
      return Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        ...[chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())],
      ])
    }
    const whole = deflateSync(Buffer.from([0, 255, 0, 0, 255, 0, 0, 255, 128]))
    for (const [pixels, drawn] of [
      [whole, 1],
      [whole.subarray(0, 6), 0],
      [deflateSync(Buffer.from([9, 255, 0, 0, 255, 0, 0, 255, 128])), 0],
    ] as const) {
      const logo = png(pixels).toString('base64')
      expect((await admin.send('PUT', '/api/v1/admin/company/logo', { logo })).status).toBe(200)
      const { tags, pages } = await takePaper(portal, actor, INVOICE)
      expect([tags.get('Figure') ?? 0, pages[0]?.includes('Lotline Laboratories')]).toEqual([drawn, true])
    }
  })
})

describe('a purchase order on paper', () => {
  it('is its company’s own, says what was ordered, and prices to those alone who may see them', async () => {
    const send = sender(portal.url, await aKey(portal, { source: 'papers' }))
    await send('products', [{ 'Item No': 'BLEND', Name: 'Mélange probiotique', Unit: 'KG' }])
    await send('orders', [order('O-1', { 'Client Code': 'A' })])
    await send('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'BLEND' }])
    await send('price-list', [
      { 'Client Code': 'A', 'Item No': 'BLEND', 'Unit Price': '12.3456', 'Valid From': '2025-01-01' },
    ])
    const buyer = await aMember(portal, actor.tenantId, 'procurement_manager')
    const id = await create(buyer, { poNo: 'PO-9001', note: 'Pallets of 1 m' })
    const path = `${PATH}/${id}/pdf`
    const stranger = await aMember(portal, await aTenant(portal), 'procurement_manager')
    const viewer = await aMember(portal, actor.tenantId, 'viewer')
    expect((await createClient(portal.url).get(path)).status).toBe(401)
    expect((await viewer.get(path)).body.code).toBe('permission_denied')
    expect((await stranger.get(path)).status).toBe(404)
    expect((await admin.get(path)).status, 'a draft is its company’s own').toBe(404)

    await company({ legalName: 'Lotline Laboratories inc.', address: '1 Mill Street' })
    await act(buyer, id, { act: 'submit' })
    const { name, title, pages } = await takePaper(portal, buyer, path)
    expect([name.includes('PO-9001.pdf'), title?.includes('PO-9001')]).toEqual([true, true])
    const shown = pages.join('|')
    for (const part of ['PO-9001', 'Mélange probiotique', '100 KG', '1 Dock Street', 'Pallets of 1 m'])
      expect(shown).toContain(part)
    expect([shown.includes('12.3456'), shown.includes('1,234.56')]).toEqual([true, true])

    await peek(
      portal,
      `update portal.roles set permissions = array_remove(permissions, 'prices.read') where key = 'procurement_manager'`,
    )
    const unpriced = (await takePaper(portal, buyer, path)).pages.join('|')
    expect([unpriced.includes('100 KG'), unpriced.includes('12.34'), unpriced.includes('234.56')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a credit note that was written here', () => {
  it.each([
    ['en', 'Credit note', 'For invoice: P-000001'],
    ['fr-CA', 'Note de crédit', 'Pour la facture : P-000001'],
  ])('names the invoice that it takes something off: %s', async (language, kind, named) => {
    await company({
      ...{ legalName: 'Lotline Laboratories inc.', address: '1 Mill Street', taxNumbers: 'TPS 1' },
    })
    const tenantId = await aTenant(portal, { language })
    const billing = await aStaffMember(portal, 'finance')
    const issued = async (more: Json) => {
      const { body } = await billing.post('/api/v1/admin/invoice-drafts', {
        ...{ tenantId, kind: 'invoice', creditsNo: null, date: '2025-08-01', dueDate: null, terms: 'Net 30' },
        ...{ poNo: null, ordNo: null, currency: 'CAD', taxes: [], billTo: '1 Quay', place: 'US' },
        lines: [{ itemNo: null, description: 'Capsules', quantity: '1', unit: null, unitPrice: '50' }],
        ...more,
      })
      const answer = await billing.post(`/api/v1/admin/invoice-drafts/${body.id}/issue`, { version: 1 })
      return answer.body as { id: number; number: string }
    }
    const invoice = await issued({})
    expect(invoice.number).toBe('P-000001')
    const note = await issued({ kind: 'credit_note', creditsNo: invoice.number })
    const paper = await takePaper(portal, billing, `/api/v1/invoices/id:${note.id}/pdf`)
    expect(paper.title).toBe(`${kind} ${note.number}`)
    expect(paper.pages.join('|').replaceAll(/[\s\u00a0]+/g, ' ')).toContain(named)
  })

  it.each([
    ['en', ['1 Quay', 'Portland ME', '1 Mill Street', 'Terms: Net 30 days', 'Lots: L-7, L-8', 'GST 5%']],
    [
      'fr-CA',
      ['1 Quay', 'Modalités : Net 30 jours', 'Lots : L-7, L-8', 'TPS 5 %', 'Échéance : 31 août 2025'],
    ],
    ['de', ['30 Tage netto', 'Chargen: L-7, L-8', 'GST 5 %']],
  ])(
    'an invoice has both addresses, lots, terms and taxes in the words of its reader: %s',
    async (language, parts) => {
      await company({ legalName: 'Maker', address: '1 Mill Street', taxNumbers: 'TPS 1' })
      const tenantId = await aTenant(portal, { language, currency: 'CAD' })
      const billing = await aStaffMember(portal, 'finance')
      const { id } = await invoiceWriter(billing).issued(tenantId, {
        ...{
          terms: 'Net 30',
          dueDate: null,
          billTo: '1 Quay\nPortland ME',
          place: 'CA-AB',
          taxes: undefined,
        },
        lines: [draftLine({ unitPrice: '50', lots: 'L-7, L-8' })],
      })
      const paper = await takePaper(portal, billing, `/api/v1/invoices/id:${id}/pdf`)
      const shown = paper.pages.join(' ').replaceAll(/[\s\u00a0\u202f]+/g, ' ')
      for (const part of parts) expect(shown).toContain(part)
    },
  )
})
