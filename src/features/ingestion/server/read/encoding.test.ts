import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Encoding } from '../../domain/import-mapping.ts'
import { createDecoder } from './decoders.ts'
import { chooseEncoding, textOf } from './encoding.ts'
import { spool } from './spool.ts'

async function* pieces(bytes: Uint8Array) {
  yield Buffer.from(bytes)
}

/** The text and its encoding, or the code and message of the refusal. */
async function read(bytes: Uint8Array, setting?: Encoding, isJson = false) {
  const body = await spool(pieces(bytes))
  try {
    const decision = await chooseEncoding(body, setting, isJson)
    let text = ''
    for await (const piece of textOf(body, decision)) text += piece
    return { text, encoding: decision.encoding, because: decision.because }
  } catch (fault) {
    const { code, message } = fault as { code: string; message: string }
    return { code, message }
  } finally {
    await body.close()
  }
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('in which encoding a body is written (C3)', () => {
  it.each<[string, Uint8Array, { setting?: Encoding; isJson?: boolean }, object]>([
    ['plain', latin1('plain'), {}, { encoding: 'utf-8', because: 'valid' }],
    ['UTF-8', Buffer.from('Côte, €, 💊'), {}, { text: 'Côte, €, 💊', encoding: 'utf-8' }],
    ['a UTF-8 mark', Buffer.from('\ufeffId'), {}, { text: 'Id', encoding: 'utf-8', because: 'mark' }],
    [
      'UTF-16, little end first',
      latin1('\xff\xfeI\0'),
      {},
      { text: 'I', encoding: 'utf-16le', because: 'mark' },
    ],
    [
      'UTF-16, big end first',
      latin1('\xfe\xff\0I'),
      {},
      { text: 'I', encoding: 'utf-16be', because: 'mark' },
    ],
    [
      'Windows-1252',
      latin1('C\xf4te \x80 d\x92or'),
      {},
      { text: 'Côte € d’or', encoding: 'windows-1252', because: 'western' },
    ],
    [
      'signs in use',
      latin1('25 \xb0C, 3 \xb5g, m\xb2, \xab Sant\xe9 \xbb, 2 \xd7 5, Vita\xae, 1\xa0234,50 \x80'),
      {},
      { encoding: 'windows-1252' },
    ],
    [
      'German quotes',
      latin1('\x84Gr\xfcner Tee\x93'),
      {},
      { text: '„Grüner Tee“', encoding: 'windows-1252' },
    ],
    [
      'ISO-8859-15 where Windows-1252 has no letter',
      latin1('b\xbduf'),
      {},
      { text: 'bœuf', encoding: 'iso-8859-15' },
    ],
    ['Mac Roman', latin1('For\x90t Bor\x8eale'), {}, { code: 'encoding_unclear' }],
    [
      'Mac Roman by setting',
      latin1('For\x90t Bor\x8eale'),
      { setting: 'macintosh' },
      { text: 'Forêt Boréale', because: 'setting' },
    ],
    [
      'the euro of Mac Roman by setting',
      latin1('Caf\x8e 5 \xdb'),
      { setting: 'macintosh' },
      { text: 'Café 5 €', because: 'setting' },
    ],
    ['code page 850', latin1('For\x88t Bor\x82ale'), {}, { code: 'encoding_unclear' }],
    [
      'code page 850 by setting',
      latin1('For\x88t Bor\x82ale'),
      { setting: 'ibm850' },
      { text: 'Forêt Boréale' },
    ],
    [
      'one byte among letters in UTF-8',
      Buffer.concat([Buffer.from('Été, Løvens'), latin1('\xe9')]),
      {},
      { encoding: 'utf-8', because: 'letters', text: 'Été, Løvens\udce9' },
    ],
    [
      'letters that are few beside the bytes',
      Buffer.concat([Buffer.from('é'), latin1(' \xe9t\xe9 \xe0')]),
      {},
      { code: 'encoding_unclear' },
    ],
    ['JSON, always UTF-8', latin1('\xe9'), { isJson: true }, { encoding: 'utf-8', text: '\udce9' }],
    [
      'bytes that the setting does not know',
      latin1('a\x81b'),
      { setting: 'windows-1252' },
      { text: 'a\udc81b' },
    ],
    ['a byte without its pair', latin1('a\0b'), { setting: 'utf-16le' }, { text: 'a\udc62' }],
    [
      'a surrogate and an overlong slash',
      latin1('\xed\xa0\x80\xc0\xaf'),
      { setting: 'utf-8' },
      { text: '\udced\udca0\udc80\udcc0\udcaf' },
    ],
  ])('%s', async (_, bytes, { setting, isJson }, expected) => {
    expect(await read(bytes, setting, isJson)).toMatchObject(expected)
  })

  it('looks at the whole body, however much plain text comes before', async () => {
    const plain = 'x'.repeat(2_000_000)
    expect(await read(latin1(`${plain}\xe9t\xe9`))).toMatchObject({ encoding: 'windows-1252' })
    expect(await read(Buffer.from(`${plain}é`))).toMatchObject({ encoding: 'utf-8' })
  })

  it('names two garbled words and the encodings that can be set', async () => {
    expect(await read(latin1('For\x90t,Bor\x8eale'))).toMatchObject({
      message:
        'The text is in an encoding that cannot be told: it would read "For\ufffdt" and "BorŽale". Say which it is: utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, macintosh, ibm850.',
    })
  })

  it('decodes the same wherever the bytes are cut, and never puts U+FFFD in their place', () => {
    const decode = (bytes: Uint8Array, encoding: Encoding, length: number) => {
      const decoder = createDecoder(encoding)
      let text = ''
      for (let at = 0; at < bytes.length; at += length)
        text += decoder(Buffer.from(bytes.subarray(at, at + length)), false)
      return text + decoder(Buffer.alloc(0), true)
    }
    const lengths = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), lengths, (text, length) => {
        expect(decode(Buffer.from(text), 'utf-8', length)).toBe(text)
        expect(decode(Buffer.from(text, 'utf16le'), 'utf-16le', length)).toBe(text)
        expect(decode(Buffer.from(text, 'utf16le').swap16(), 'utf-16be', length)).toBe(text)
      }),
    )
    const encodings = fc.constantFrom<Encoding>('utf-8', 'windows-1252', 'iso-8859-15', 'macintosh', 'ibm850')
    fc.assert(
      fc.property(fc.uint8Array(), lengths, encodings, (bytes, length, encoding) => {
        expect(decode(bytes, encoding, length)).toBe(decode(bytes, encoding, bytes.length || 1))
        expect(decode(bytes, encoding, length)).not.toContain('\ufffd')
      }),
    )
  })
})
