import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Encoding } from '../../domain/import-mapping.ts'
import { byteOrderMark, decodeText } from './decode.ts'

async function decode(bytes: Uint8Array, asked?: Encoding, length = bytes.length) {
  let encoding: Encoding | undefined
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) yield Buffer.from(bytes.subarray(at, at + length))
  }
  let text = ''
  for await (const piece of decodeText(pieces(), asked, (decided) => (encoding = decided))) text += piece
  return { text, encoding }
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('text encodings', () => {
  it('reads UTF-8 and, when it is not that, Windows-1252, wherever the pieces are cut', async () => {
    for (const length of [1, 2, 3, 100]) {
      expect(await decode(Buffer.from('Côte, €, 💊'), undefined, length)).toEqual({
        text: 'Côte, €, 💊',
        encoding: 'utf-8',
      })
      expect(await decode(latin1('C\xf4te \x80 \x92'), undefined, length)).toEqual({
        text: 'Côte € ’',
        encoding: 'windows-1252',
      })
    }
    expect(await decode(latin1('caf\xe9'))).toEqual({ text: 'café', encoding: 'windows-1252' })
    expect(await decode(latin1('plain'))).toEqual({ text: 'plain', encoding: 'utf-8' })
  })

  it('decides by the first 64 KiB that are not plain, however much plain text comes before', async () => {
    const plain = 'x'.repeat(200_000)
    expect((await decode(latin1(`${plain}\xe9`), undefined, 65_536)).encoding).toBe('windows-1252')
    expect((await decode(Buffer.from(`${plain}é`), undefined, 65_536)).encoding).toBe('utf-8')
    expect((await decode(Buffer.from(`x${'é'.repeat(50_000)}`), undefined, 65_536)).encoding).toBe('utf-8')
  })

  it('marks bytes that the encoding does not know, and never puts U+FFFD in their place', async () => {
    const late = Buffer.concat([Buffer.from('é'.repeat(50_000)), latin1('b\xe9d\xff'), Buffer.from('é')])
    const { text, encoding } = await decode(late, undefined, 65_536)
    expect(encoding).toBe('utf-8')
    expect(text.slice(-5)).toBe('b\udce9d\udcffé')
    expect(await decode(latin1('a\xe9b'), 'utf-8', 1)).toMatchObject({ text: 'a\udce9b' })
    expect(await decode(latin1('a\x81b'), 'windows-1252')).toMatchObject({ text: 'a\udc81b' })
    expect(await decode(latin1('a\0b'), 'utf-16le')).toMatchObject({ text: 'a\udc62' })
    // A surrogate and an overlong slash, both forbidden in UTF-8.
    expect((await decode(latin1('\xed\xa0\x80\xc0\xaf'), 'utf-8')).text).toBe(
      '\udced\udca0\udc80\udcc0\udcaf',
    )
  })

  it('reads UTF-16 in both byte orders', async () => {
    const little = Buffer.from('Côte 💊', 'utf16le')
    for (const length of [1, 3, 100]) {
      expect((await decode(little, 'utf-16le', length)).text).toBe('Côte 💊')
      expect((await decode(Buffer.from(little).swap16(), 'utf-16be', length)).text).toBe('Côte 💊')
    }
  })

  it.each([
    ['\xef\xbb\xbfId', 'utf-8'],
    ['\xff\xfeI\0', 'utf-16le'],
    ['\xfe\xff\0I', 'utf-16be'],
    ['Id', undefined],
  ])('%j begins with the mark of %s', (head, encoding) => {
    expect(byteOrderMark(latin1(head))?.encoding).toBe(encoding)
  })

  it('is the same as Node for every valid text, and for any bytes wherever they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 5 }),
        async (text, length) => {
          expect((await decode(Buffer.from(text), 'utf-8', length)).text).toBe(text)
        },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.integer({ min: 1, max: 5 }), async (bytes, length) => {
        expect(await decode(bytes, undefined, length)).toEqual(await decode(bytes))
        expect((await decode(bytes, undefined, length)).text).not.toContain('\ufffd')
      }),
    )
  })
})
