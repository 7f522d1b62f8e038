import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isKey } from '../../src/platform/server/files/stored-file.ts'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { addressOf, cookiesOf, docx, facts, pdf, png, sendFile, zip } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const LIMIT = 50 * 1024 * 1024

let portal: TestPortal
let one: number
let two: number
let member: Actor
let quality: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  one = await aTenant(portal)
  two = await aTenant(portal)
  member = await aMember(portal, one)
  quality = await aStaffMember(portal, 'quality')
})
afterAll(() => portal.close())

const send = (name: string, body: Buffer | string, document: object = facts(), who = quality) =>
  sendFile(portal.url, who, addressOf(name, document), body)
const place = (folder: string) => path.join(portal.dataDir, 'files', folder)
const kept = () => fs.readdirSync(place('documents')).filter(isKey).length
const said = ({ status, body }: Answer<Json>) => [status, body.code]

describe('who may not', () => {
  it('is told so, before a file is read and whatever it is', async () => {
    const nobody = Object.assign(createClient(portal.url), { userId: '', email: '' })
    const customerService = await aStaffMember(portal, 'customer_service')
    const assigned = await aStaffMember(portal, 'quality', [two])
    const cases: [Actor, object, number, string][] = [
      [nobody, facts(), 401, 'no_session'],
      [member, facts(), 403, 'permission_denied'],
      [customerService, facts(), 403, 'permission_denied'],
      [assigned, facts(), 403, 'audience_too_wide'],
      [assigned, facts({ audience: { kind: 'tenants', tenantIds: [one] } }), 422, 'unknown_tenant'],
      [quality, facts({ category: 'dietary' }), 422, 'validation'],
      [quality, facts({ effectiveOn: '2026-02-02', expiresOn: '2026-02-01' }), 422, 'validation'],
      [quality, facts({ audience: { kind: 'order', orderNo: 'nobody’s' } }), 422, 'unknown_order'],
    ]
    for (const [who, document, ...refusal] of cases)
      expect(said(await send('a.pdf', pdf(), document, who))).toEqual(refusal)
    const form = await sendFile(portal.url, quality, addressOf('a.pdf'), 'a=b', {
      'content-type': 'text/plain',
    })
    expect(said(form)).toEqual([415, 'unsupported_type'])
    const elsewhere = await sendFile(portal.url, quality, addressOf('a.pdf'), pdf(), {
      origin: 'https://evil.example',
    })
    expect(said(elsewhere)).toEqual([403, 'origin_not_allowed'])
    expect(kept()).toBe(0)
  })
})

/** An executable for Windows would begin so. */
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)])
/** A megabyte in a kilobyte. */
const bomb = Buffer.alloc(1024 * 1024)
const virus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

describe('a file that is not taken (T42)', () => {
  const cases: [what: string, name: string, body: () => Buffer | string, status: number, code: string][] = [
    [
      'one byte more than the limit',
      'a.pdf',
      () => Buffer.concat([pdf(), Buffer.alloc(LIMIT)]),
      413,
      'too_large',
    ],
    [
      'an archive that unpacks to gigabytes, by what it says',
      'a.docx',
      () => docx(bombs(4_000_000_000)),
      413,
      'unpacked_too_large',
    ],
    ['one that says less than comes out', 'a.docx', () => docx(bombs(10)), 413, 'unpacked_too_large'],
    [
      'an archive in an archive',
      'a.docx',
      () =>
        docx([
          { name: 'word/x.bin', content: zip([]) },
          { name: 'y', content: docx() },
        ]),
      422,
      'unsafe_file',
    ],
    [
      'a packed file in an archive',
      'a.docx',
      () => docx([{ name: 'y', content: gzipSync('y') }]),
      422,
      'unsafe_file',
    ],
    [
      'a part that leads out',
      'a.docx',
      () => docx([{ name: '../../x', content: Buffer.from('x') }]),
      422,
      'unsafe_file',
    ],
    [
      'a part at the root',
      'a.docx',
      () => docx([{ name: '/etc/x', content: Buffer.from('x') }]),
      422,
      'unsafe_file',
    ],
    [
      'a part of another name behind a NUL',
      'a.docx',
      () => docx([{ name: 'a\0.xml', content: Buffer.from('x') }]),
      422,
      'unsafe_file',
    ],
    [
      'two parts of one name',
      'a.docx',
      () => docx([{ name: 'word/document.xml', content: Buffer.from('y') }]),
      422,
      'damaged_file',
    ],
    [
      'macros',
      'a.xlsx',
      () => docx([{ name: 'xl/vbaProject.bin', content: Buffer.from('x') }]),
      422,
      'unsafe_file',
    ],
    ['macros by their type', 'a.docx', () => docx([], 'document.macroEnabled.main+xml'), 422, 'unsafe_file'],
    ['a workbook with macros by its name', 'a.xlsm', () => docx(), 415, 'unsupported_type'],
    ['a text document as a workbook', 'a.xlsx', () => docx(), 415, 'unsupported_type'],
    [
      'any archive as a document',
      'a.docx',
      () => zip([{ name: 'x', content: Buffer.from('x') }]),
      415,
      'unsupported_type',
    ],
    ['an archive cut off', 'a.docx', () => docx().subarray(0, 120), 422, 'damaged_file'],
    ['an archive', 'a.zip', () => zip([]), 415, 'unsupported_type'],
    [
      'a page and a PDF in one',
      'a.pdf',
      () => Buffer.concat([Buffer.from('<html><script>1</script>'), pdf()]),
      415,
      'unsupported_type',
    ],
    [
      'a PDF and a page in one',
      'a.pdf',
      () => Buffer.concat([Buffer.from('%PDF-1.4\n<script>1</script>'), pdf()]),
      415,
      'unsupported_type',
    ],
    [
      'a PDF with a page behind it',
      'a.pdf',
      () => Buffer.concat([pdf(), Buffer.from('<html></html>')]),
      415,
      'unsupported_type',
    ],
    ['a PDF cut off', 'a.pdf', () => Buffer.from('%PDF-1.4\n1 0 obj'), 422, 'damaged_file'],
    ['a drawing with a script', 'a.svg', () => '<svg><script>1</script></svg>', 415, 'unsupported_type'],
    ['a drawing as a picture', 'a.png', () => '<svg><script>1</script></svg>', 415, 'unsupported_type'],
    ['a page as a table', 'a.csv', () => '<!doctype html><p>x', 415, 'unsupported_type'],
    ['a program as a table', 'a.csv', () => program, 415, 'unsupported_type'],
    ['the test virus', 'a.csv', () => virus, 422, 'unsafe_file'],
    ['a picture of a hundred megapixels', 'a.png', () => png(10_000, 10_000), 413, 'too_many_pixels'],
    ['a picture without a size', 'a.png', () => png(0, 10), 422, 'damaged_file'],
    ['a PDF as a picture', 'a.png', () => pdf(), 415, 'unsupported_type'],
    ['a picture as a photograph', 'a.jpg', () => png(10, 10), 415, 'unsupported_type'],
    ['nothing', 'a.pdf', () => '', 422, 'empty_body'],
    ['a name that leads out', '../a.pdf', () => pdf(), 422, 'bad_file_name'],
    ['an absolute name', '/etc/a.pdf', () => pdf(), 422, 'bad_file_name'],
    ['a name of Windows', 'C:\\a.pdf', () => pdf(), 422, 'bad_file_name'],
    ['a name with a NUL', 'a\0.pdf', () => pdf(), 422, 'validation'],
    ['a name with a line break', 'a\r\nSet-Cookie: x.pdf', () => pdf(), 422, 'bad_file_name'],
    ['a name of 300 signs', `${'a'.repeat(296)}.pdf`, () => pdf(), 422, 'bad_file_name'],
    ['a name that reads backwards', 'a\u202efdp.exe.pdf', () => pdf(), 422, 'bad_file_name'],
    ['the name of a device', 'con.pdf', () => pdf(), 422, 'bad_file_name'],
    ['a text', 'con.txt', () => 'x', 422, 'bad_file_name'],
    ['no ending', 'a', () => pdf(), 415, 'unsupported_type'],
    ['a hidden name', '.pdf', () => pdf(), 422, 'bad_file_name'],
  ]
  const bombs = (says: number) => [{ name: 'word/x.xml', content: bomb, says }]

  it.each(cases)('%s', async (_, name, body, ...refusal) => {
    const answer = await send(name, body())
    expect(said(answer)).toEqual(refusal)
    expect(answer.body.detail).toBeTruthy()
    expect([fs.readdirSync(place('incoming')), kept()]).toEqual([[], 0])
  })

  it('one that never ends: refused at the limit', async () => {
    const piece = Buffer.concat([pdf(), Buffer.alloc(1024 * 1024, 0x20)])
    const status = await new Promise<number | undefined>((done, failed) => {
      const request = http.request(`${portal.url}${addressOf('a.pdf')}`, {
        method: 'POST',
        agent: false,
        headers: {
          origin: portal.url,
          'content-type': 'application/octet-stream',
          'transfer-encoding': 'chunked',
          cookie: cookiesOf(quality),
        },
      })
      let answered = false
      request.on('response', (response) => {
        answered = true
        done(response.statusCode)
        request.destroy()
      })
      request.on('error', (fault) => answered || failed(fault))
      // A little more than the limit, and then nothing: its end never comes.
      const more = (sent: number) => {
        if (!answered && sent < LIMIT + piece.length) request.write(piece, () => more(sent + piece.length))
      }
      more(0)
    })
    expect(status).toBe(413)
    expect([fs.readdirSync(place('incoming')), kept()]).toEqual([[], 0])
  })
})
