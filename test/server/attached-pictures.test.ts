import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { pdf, png, sendFile } from '../support/documents.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { smallPicture } from '../support/small-pictures.ts'

const ISSUES = '/api/v1/issues'
const MAIL = [
  'Received: from mx.client.example by mx.maker.example; Fri, 2 Oct 2026 09:15:00 -0400',
  'From: =?utf-8?Q?Marie_C=C3=B4t=C3=A9?= <marie@client.example>',
  'To: Service <service@maker.example>',
  'Subject: =?utf-8?Q?Scell=C3=A9s_bris=C3=A9s?=',
  'Date: Fri, 2 Oct 2026 09:14:58 -0400',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Twelve of <b>400</b> arrived open.</p><script>alert(1)</script><img src="https://tracker.example/x.png">',
  '--b',
  'Content-Type: image/jpeg; name="pallet.jpg"',
  'Content-Disposition: attachment; filename="pallet.jpg"',
  'Content-Transfer-Encoding: base64',
  '',
  '/9j/',
  '--b--',
  '',
].join('\r\n')

let portal: TestPortal
let buyer: Actor
let stranger: Actor
let issue: number
beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await aMember(portal, await aTenant(portal))
  stranger = await aMember(portal, await aTenant(portal))
  const { body } = await buyer.post(ISSUES, {
    ...{ type: 'damaged_product', priority: 'high', title: 'Broken seals', description: 'Twelve of 400.' },
  })
  issue = body.id
})
afterAll(() => portal?.close())

const attach = (name: string, content: Buffer | string) =>
  sendFile(portal.url, buyer, `${ISSUES}/${issue}/files?name=${encodeURIComponent(name)}`, content)
async function attached(name: string, content: Buffer | string): Promise<string> {
  const { status, body } = await attach(name, content)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { entries } = (await buyer.get(`${ISSUES}/id:${issue}`)).body
  return `${ISSUES}/${issue}/files/${entries.at(-1).file.id}`
}
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const cookies = () => [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const ask = (path: string) => fetch(`${portal.url}${path}`, { headers: { cookie: cookies() } })

describe('a picture that is attached', () => {
  it.each([
    ['IMG_0001.HEIC', 'heic', 'image/heic'],
    ['photo.heif', 'heic', 'image/heic'],
    ['label.tif', 'tif', 'image/tiff'],
    ['scan.tiff', 'fax', 'image/tiff'],
    ['pallet.webp', 'webp', 'image/webp'],
    ['chart.webp', 'lossless', 'image/webp'],
  ] as const)(
    '%s is kept as it came, and a picture of it is drawn for every browser',
    async (name, kind, media) => {
      const content = smallPicture(kind)
      const path = await attached(name, content)
      const itself = await ask(path)
      expect([
        itself.status,
        itself.headers.get('content-type'),
        itself.headers.get('content-disposition')?.split(';')[0],
      ]).toEqual([200, media, 'attachment'])
      expect(Buffer.from(await itself.arrayBuffer()).equals(content)).toBe(true)
      for (const time of [1, 2]) {
        const drawn = await ask(`${path}?as=picture`)
        expect([time, drawn.status, drawn.headers.get('content-type')]).toEqual([time, 200, 'image/jpeg'])
        const jpeg = Buffer.from(await drawn.arrayBuffer())
        expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
        expect(sizeOf(jpeg)).toEqual([64, 48])
      }
      // Each look is on record, as one at the file itself is.
      const trail = await peek(
        portal,
        `select new ->> 'shownAs' as "as" from portal.audit_log where action = 'issue.file_downloaded' and new ->> 'file' = $1 order by seq`,
        [name],
      )
      expect(trail).toEqual([{ as: null }, { as: 'picture' }, { as: 'picture' }])
      expect(said(await stranger.get(`${path}?as=picture`))).toEqual([404, 'not_found'])
      expect(said(await buyer.get(`${path}?as=mail`))).toEqual([404, 'not_found'])
      expect(said(await buyer.get(`${path}?as=page`))).toEqual([422, 'validation'])
    },
  )

  it('is refused where it is not what its name says, is damaged, or has too many pixels', async () => {
    const tif = smallPicture('tif')
    const heic = smallPicture('heic')
    const large = Buffer.from(heic)
    for (let at = large.indexOf('ispe'); at >= 0; at = large.indexOf('ispe', at + 4)) {
      large.writeUInt32BE(20_000, at + 8)
      large.writeUInt32BE(20_000, at + 12)
    }
    const circle = Buffer.from(tif)
    const table = circle.readUInt32LE(4)
    circle.writeUInt32LE(table, table + 2 + circle.readUInt16LE(table) * 12)
    const avif = Buffer.from(heic)
    avif.write('avif', 8, 'latin1')
    avif.write('avifavif', 16, 'latin1')
    const cases: [string, Buffer | string, number, string][] = [
      ['a.heic', smallPicture('webp'), 415, 'unsupported_type'],
      ['a.heic', avif, 415, 'unsupported_type'],
      ['a.heic', heic.subarray(0, 40), 422, 'damaged_file'],
      ['a.heic', large, 413, 'too_many_pixels'],
      ['a.tif', heic, 415, 'unsupported_type'],
      ['a.tif', tif.subarray(0, 100), 422, 'damaged_file'],
      ['a.tif', circle, 422, 'damaged_file'],
      ['a.tif', widened(tif), 413, 'too_many_pixels'],
      ['a.webp', tif, 415, 'unsupported_type'],
      ['a.webp', smallPicture('webp').subarray(0, 20), 422, 'damaged_file'],
      ['a.eml', '<html><body>From: x</body></html>', 415, 'unsupported_type'],
      ['a.eml', 'Dear all,\r\nFrom: now on', 415, 'unsupported_type'],
      ['a.eml', Buffer.from('From: a\0@b'), 415, 'unsupported_type'],
    ]
    for (const [name, content, status, code] of cases)
      expect([name, ...said(await attach(name, content))]).toEqual([name, status, code])
  })

  it('of which nothing can be seen says so, and the next one is drawn', async () => {
    const broken = await attached('broken.png', png(10, 10))
    expect(said(await buyer.get(`${broken}?as=picture`))).toEqual([422, 'damaged_file'])
    const paper = await attached('paper.pdf', pdf('Paper'))
    expect(said(await buyer.get(`${paper}?as=picture`))).toEqual([404, 'not_found'])
    const next = await attached('next.heic', smallPicture('heic'))
    expect((await ask(`${next}?as=picture`)).status).toBe(200)
  })
})

describe('a mail that is attached', () => {
  it('is told as text, without anything that it would load, and kept as it came', async () => {
    const path = await attached('complaint.eml', MAIL)
    const itself = await ask(path)
    expect([itself.headers.get('content-type'), await itself.text()]).toEqual(['message/rfc822', MAIL])
    const { status, body } = await buyer.get(`${path}?as=mail`)
    expect([status, body]).toEqual([
      200,
      {
        ...{ subject: 'Scellés brisés', from: ['Marie Côté <marie@client.example>'] },
        ...{ to: ['Service <service@maker.example>'], date: '2026-10-02T13:14:58.000Z' },
        ...{ text: 'Twelve of 400 arrived open.', cut: false },
        files: ['pallet.jpg'],
      },
    ])
    expect(body.text).not.toMatch(/tracker|alert|<\w/)
    expect(said(await buyer.get(`${path}?as=picture`))).toEqual([404, 'not_found'])
  })
})

/** What a JPEG says that it is. */
function sizeOf(jpeg: Buffer): number[] {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2))
    if ([0xc0, 0xc1, 0xc2].includes(jpeg.readUInt8(at + 1)))
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
  return []
}

/** The same with 60 000 × 60 000 pixels in its table. */
function widened(tif: Buffer): Buffer {
  const wide = Buffer.from(tif)
  const table = wide.readUInt32LE(4)
  for (let at = table + 2; at < table + 2 + wide.readUInt16LE(table) * 12; at += 12)
    if ([256, 257].includes(wide.readUInt16LE(at))) {
      wide.writeUInt16LE(4, at + 2)
      wide.writeUInt32LE(60_000, at + 8)
    }
  return wide
}
