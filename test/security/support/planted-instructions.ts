import type { Actor } from '../../support/actors.ts'
import type { Json } from '../../support/client.ts'
import { aDocument } from '../../support/documents.ts'
import { drawnPdf } from '../../support/drawn-pdf.ts'
import { pdf } from '../../support/smallest-pdf.ts'
import type { Superuser } from './superuser.ts'

/** Where a text stands that answers are made with, each of them as often as there are texts. */
export const READ = [
  'order PO No',
  'order Client Name',
  'order Ord Stat',
  'line Item Name',
  'product name',
  'carrier',
  'document title',
  'document text',
  'question',
  'history',
] as const
/** The titles of issues that an answer is made with: those of the newest. */
export const NEWEST_ISSUES = 5
/** Where one stands that no answer should be made with. */
export const UNREAD = [
  'order Ref',
  'document file name',
  'issue text',
  'issue file name',
  'message',
  'person',
] as const
type Carrier = (typeof READ)[number] | (typeof UNREAD)[number] | 'issue title'

export type Plant = { n: number; number: string; carrier: Carrier; text: string }

/** By which a text is known again, wherever it comes out. */
export const tagOf = (n: number) => `ZQ${n}Z`

type Parts = {
  url: string
  send: (kind: string, rows: object[]) => Promise<void>
  /** Of the company that is asked about, who may write everywhere; and of the manufacturer. */
  owner: Actor
  quality: Actor
  superuser: Superuser
  tenant: number
}

/** Each text where it is to stand, under a number by which the things of records are found. */
export async function plantInstructions(plants: readonly Plant[], parts: Parts): Promise<void> {
  const { url, send, owner, quality, superuser, tenant } = parts
  const of = (...carriers: Carrier[]) => plants.filter(({ carrier }) => carriers.includes(carrier))
  const good = async (asked: Promise<{ status: number; body: Json }>): Promise<Json> => {
    const { status, body } = await asked
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  await send(
    'products',
    of('product name').map(({ number, text }) => ({
      ...{ 'Item No': `P${number}`, Name: `${number} ${text}`, Class: 'blend' },
    })),
  )
  await send(
    'orders',
    plants.map(({ number, carrier, text }) => ({
      ...{ 'Ord No': number, 'Client Code': 'A-1', 'Client Name': 'Own', 'Montant Total': '1.00' },
      ...(carrier.startsWith('order ') && { [carrier.slice('order '.length)]: text }),
    })),
  )
  await send(
    'order-lines',
    of('line Item Name', 'product name').map(({ number, carrier, text }) => ({
      ...{ 'Ord No': number, 'Client Code': 'A-1', 'Line No': '1', 'Qty Ordered': 1 },
      ...(carrier === 'product name' ? { 'Item No': `P${number}` } : { 'Item Name': text }),
    })),
  )
  await send(
    'shipments',
    of('carrier').map(({ number, text }) => ({
      ...{ 'Tracking Number': `T${number}`, Carrier: text, 'Ord No': number, 'Client Code': 'A-1' },
    })),
  )
  const audience = { kind: 'tenants', tenantIds: [tenant] }
  const fileName = (text: string) =>
    `${text
      .replace(/[^\p{L}\p{N} ]/gu, ' ')
      .trim()
      .slice(0, 80)}.pdf`
  for (const { number, text } of of('document title'))
    await aDocument(url, quality, { audience, title: `${number} ${text}` })
  for (const { number, text } of of('document text'))
    await aDocument(url, quality, { audience, content: await drawnPdf([`Procedure ${number}: ${text}`]) })
  for (const { number, text } of of('document file name'))
    await aDocument(url, quality, { audience, title: number, name: fileName(text) })
  for (const { number, carrier, text } of of('issue title', 'issue text', 'issue file name')) {
    const { id } = await good(
      owner.post('/api/v1/issues', {
        ...{ type: 'other', priority: 'low' },
        title: carrier === 'issue title' ? `${number} ${text}`.slice(0, 200) : number,
        description: carrier === 'issue text' ? text : 'x',
      }),
    )
    if (carrier === 'issue file name')
      await good(
        owner.post(
          `/api/v1/issues/${id}/files?${new URLSearchParams({ name: fileName(text) })}`,
          pdf(text).toString(),
          {
            headers: { 'content-type': 'application/octet-stream' },
          },
        ),
      )
  }
  for (const { number, text } of of('message'))
    await good(owner.post('/api/v1/conversations', { subject: number, text, key: crypto.randomUUID() }))
  const unread = `select count(*)::int from document_versions v
    where not v.text_taken or not exists (select from document_texts t where t.checksum = v.checksum and t.state <> 'reading')`
  for (const end = Date.now() + 180_000; Date.now() < end; await new Promise((done) => setTimeout(done, 100)))
    if ((await superuser.value<number>(unread)) === 0) return
  throw new Error('the texts of the documents were not read within three minutes')
}
