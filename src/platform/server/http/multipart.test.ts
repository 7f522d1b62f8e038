import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boundaryOf, readMultipart } from './multipart.ts'

const BOUNDARY = '--x'
type Given = { name: string; filename: string | undefined; content: Buffer }

const written = (parts: Given[]) =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, content }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(bytes: Buffer, size: number, skip = false): Promise<Given[]> {
  const found: Given[] = []
  for await (const { name, filename, content } of readMultipart(inPieces(bytes, size), BOUNDARY)) {
    const pieces: Buffer[] = []
    if (!skip) for await (const piece of content) pieces.push(piece)
    found.push({ name, filename, content: Buffer.concat(pieces) })
  }
  return found
}

// Beginnings of the mark are what could be taken for it.
const content = fc
  .array(
    fc.oneof(fc.constantFrom('\r\n', '\r\n--', '\r\n----', '--x', '-', '\r'), fc.string({ maxLength: 9 })),
  )
  .map((texts) => texts.join(''))
  .filter((text) => !`\r\n${text}\r\n`.includes(`\r\n--${BOUNDARY}`))
  .map((text) => Buffer.from(text))
const part = fc.record({
  name: fc.constantFrom('document', 'file', 'é'),
  filename: fc.constantFrom(undefined, 'a.pdf', 'Zertifikat für Los 1.pdf', ''),
  content,
})

it('reads what was written, however it arrives, also where a part is passed over', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (parts, size) => {
        expect(await read(written(parts), size)).toEqual(parts)
        const passed = parts.map((one) => ({ ...one, content: Buffer.alloc(0) }))
        expect(await read(written(parts), size, true)).toEqual(passed)
      },
    ),
  )
})

it('refuses what ends too early, wherever', async () => {
  const bytes = written([{ name: 'file', filename: 'a.pdf', content: Buffer.from('content') }])
  for (let end = 0; end < bytes.length - 4; end++)
    await expect(read(bytes.subarray(0, end), 7), `${end}`).rejects.toMatchObject({ status: 400 })
  await expect(read(Buffer.from(`--${BOUNDARY}\r\nx: y\r\n\r\n`), 7)).rejects.toMatchObject({ status: 400 })
  const endless = Buffer.from(`--${BOUNDARY}\r\n${'x'.repeat(20_000)}`)
  await expect(read(endless, 1000)).rejects.toMatchObject({ status: 400 })
})

it.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
  ['multipart/form-data', undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['application/json', undefined],
  [undefined, undefined],
])('%s: the boundary is %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary)
})
