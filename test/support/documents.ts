import http from 'node:http'
import { crc32, deflateRawSync } from 'node:zlib'
import type { Actor } from './actors.ts'
import type { Answer, Json } from './client.ts'
import { pdf } from './smallest-pdf.ts'
import { eventually } from './upload.ts'

export { pdf }

const ADMIN = '/api/v1/admin/documents'

/** What a document is, where a test says nothing else. */
export const facts = (more: object = {}) => ({
  title: 'Procedure 12',
  number: null,
  description: null,
  shelves: ['qa'],
  category: 'procedure',
  type: 'procedure',
  productCode: null,
  productName: null,
  productLine: null,
  language: 'en',
  effectiveOn: null,
  expiresOn: null,
  audience: { kind: 'all' },
  ...more,
})

/**
 * A file as the body of a write; what goes with it in the address. On a connection of its own: one that was refused before
 * its end is of no further use.
 */
export function sendFile(
  url: string,
  actor: Actor,
  path: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer<Json>> {
  return new Promise((done, failed) => {
    const request = http.request(`${url}${path}`, {
      method,
      agent: false,
      headers: {
        origin: url,
        cookie: cookiesOf(actor),
        'content-type': 'application/octet-stream',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
    })
    let answered = false
    request.on('error', (fault) => answered || failed(fault))
    request.on('response', async (response) => {
      answered = true
      let text = ''
      for await (const piece of response.setEncoding('utf8')) text += piece
      const heard = new Headers(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      )
      done({ status: response.statusCode ?? 0, headers: heard, body: text && JSON.parse(text) })
      request.destroy()
    })
    request.end(body)
  })
}

export const cookiesOf = (actor: Actor) =>
  [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

export const addressOf = (name: string, document: object = facts()) =>
  `${ADMIN}?${new URLSearchParams({ name, document: JSON.stringify(document) })}`

/** Where there is a scanner, once it has found the version clean. */
export async function release(actor: Actor, id: number, version = 1): Promise<Answer<Json>> {
  const released = () => actor.post(`${ADMIN}/${id}/release`, { version, reason: 'Approved' })
  const answer = await released()
  if (answer.body.code !== 'scan_pending') return answer
  await eventually(async () => {
    const { versions } = (await actor.get(`${ADMIN}/${id}`)).body
    return versions.find((one: Json) => one.version === version).scan !== 'pending'
  })
  return released()
}

/** Uploads, and releases what was uploaded; answers its id. */
export async function aDocument(
  url: string,
  actor: Actor,
  {
    name = 'procedure.pdf',
    content = pdf(),
    ...more
  }: { name?: string; content?: Buffer; [fact: string]: unknown } = {},
): Promise<number> {
  const added = await sendFile(url, actor, addressOf(name, facts(more)), content)
  if (added.status !== 200) throw new Error(`an upload answered ${added.status} ${added.body.code}`)
  const { id } = added.body
  const released = await release(actor, id)
  if (released.status !== 200) throw new Error(`a release answered ${released.status}`)
  return id
}

type Part = {
  name: string
  content: Buffer /** What it says of its size, where that is not true. */
  says?: number
}

/** An archive as nobody should make it, too: every name and size as given. */
export function zip(parts: Part[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, content, says = content.length } of parts) {
    const packed = deflateRawSync(content)
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(says, 18)
    fields.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, title, packed])
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    fields.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    local.push(head)
    central.push(entry, title)
    at += head.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

/** A text document, with whatever else is put into it. */
export const docx = (more: Part[] = [], type = 'document.main+xml') =>
  zip([
    {
      name: '[Content_Types].xml',
      content: Buffer.from(
        `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}"/></Types>`,
      ),
    },
    { name: 'word/document.xml', content: Buffer.from('<w:document/>') },
    ...more,
  ])

/** The head of a picture of this size; there is no more of it. */
export function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
