import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecording } from './recording.ts'

const bytes = (...parts: (number | string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : part)),
  )
const u32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
const box = (name: string, ...content: number[][]) => {
  const all = content.flat()
  return [...u32(all.length + 8), ...bytes(name), ...all]
}

const HEAD = [0x1a, 0x45, 0xdf, 0xa3, 0x80]
const SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]
const cluster = (at: number, ...blocks: number[]) => [
  ...[0x1f, 0x43, 0xb6, 0x75, 0xff],
  ...[0xe7, 0x84, ...u32(at)],
  ...blocks.flatMap((time) => [0xa3, 0x85, 0x81, time >> 8, time & 255, 0x80, 0]),
]
const mdhd = (scale: number, told: number) => box('mdhd', u32(0), u32(0), u32(0), u32(scale), u32(told))
const trun = (frames: number) => box('moof', box('traf', box('trun', u32(0), u32(frames))))

describe('a recording', () => {
  it.each<[string, Uint8Array, ReturnType<typeof readRecording>]>([
    [
      'WebM whose sizes are unknown: the last block',
      bytes(HEAD, SEGMENT, cluster(0, 0, 20), cluster(61_000, 0, 500)),
      { type: 'audio/webm', seconds: 61.5 },
    ],
    [
      'WebM of another scale',
      bytes(
        HEAD,
        SEGMENT,
        [0x15, 0x49, 0xa9, 0x66, 0x86, 0x2a, 0xd7, 0xb1, 0x82, 0x03, 0xe8],
        cluster(2_000_000, 0),
      ),
      { type: 'audio/webm', seconds: 2 },
    ],
    ['WebM without a block', bytes(HEAD, SEGMENT), null],
    ['WebM that ends within a field', bytes(HEAD, SEGMENT, [0x1f, 0x43]), null],
    [
      'MP4 by its head',
      bytes(box('ftyp', u32(0)), box('moov', box('trak', box('mdia', mdhd(1000, 4500))))),
      { type: 'audio/mp4', seconds: 4.5 },
    ],
    [
      'MP4 by its fragments, whatever its head claims',
      bytes(box('ftyp', u32(0)), box('moov', box('trak', box('mdia', mdhd(1024, 1)))), trun(40), trun(30)),
      { type: 'audio/mp4', seconds: 70 },
    ],
    ['MP4 without a track', bytes(box('ftyp', u32(0))), null],
    ['a PDF', bytes('%PDF-1.7\n'), null],
    ['nothing', bytes(), null],
  ])('%s', (_, given, expected) => expect(readRecording(given)).toEqual(expected))

  it('is none where anything else stands behind its first letters, and is read in no time', () => {
    const head = fc.constantFrom(bytes(HEAD, SEGMENT), bytes(box('ftyp', u32(0)), box('moov', [])))
    const given = fc.tuple(head, fc.uint8Array({ maxLength: 300 }))
    fc.assert(
      fc.property(given, ([begin, rest]) => {
        const found = readRecording(Uint8Array.from([...begin, ...rest]))
        expect(found === null || found.seconds >= 0).toBe(true)
      }),
    )
  })
})
