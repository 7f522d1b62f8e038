import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LegendEntry, layOut, SWATCH, wrapped } from './picture-layout.ts'

/** Every sign as wide as the next. */
const measure = (text: string) => text.length * 7

test.each([
  ['one two three', 70, ['one two', 'three']],
  ['one', 70, ['one']],
  ['', 70, []],
  ['unbreakable', 35, ['unbre', 'akabl', 'e']],
  ['a unbreakable b', 35, ['a', 'unbre', 'akabl', 'e b']],
])('%j is wrapped at %d pixels', (text, room, lines) => {
  expect(wrapped(text, room, '', measure)).toEqual(lines)
})

const entry: fc.Arbitrary<LegendEntry> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }),
  color: fc.constant('c1'),
  mark: fc.constantFrom('patch', 'dashed', 'interval'),
})

describe('the words of a picture', () => {
  test('are all there, none beyond the edge and none upon another, at any width', () => {
    const words = fc.record({
      title: fc.string({ maxLength: 60 }),
      lines: fc.array(fc.string({ maxLength: 80 }), { maxLength: 4 }),
      legend: fc.array(entry, { maxLength: 7 }),
    })
    fc.assert(
      fc.property(words, fc.integer({ min: 60, max: 900 }), (of, room) => {
        const { texts, swatches, height } = layOut(of, room, measure)
        const squeezed = (all: readonly string[]) => all.join('').replace(/\s+/g, '')
        expect(squeezed(texts.map(({ text }) => text))).toBe(
          squeezed([of.title, ...of.lines, ...of.legend.map(({ name }) => name)]),
        )
        for (const { text, x, y } of texts) {
          expect(x + measure(text)).toBeLessThanOrEqual(room)
          expect(y).toBeLessThanOrEqual(height)
        }
        for (const { x, mark } of swatches) expect(x + SWATCH[mark]).toBeLessThanOrEqual(room)
        const boxes = texts.map(({ text, x, y }) => ({ x, y, end: x + measure(text) }))
        for (const [at, one] of boxes.entries())
          for (const other of boxes.slice(at + 1))
            expect(Math.abs(one.y - other.y) >= 14 || other.x >= one.end || one.x >= other.end).toBe(true)
      }),
    )
  })

  test('name each series beside its swatch, on as few lines as there is room for', () => {
    const legend: LegendEntry[] = [
      { name: '2025', color: 'c1', mark: 'patch' },
      { name: '2024', color: 'c6', mark: 'dashed' },
      { name: 'Interval', color: 'c3', mark: 'interval' },
    ]
    const ys = (room: number) =>
      layOut({ title: 'T', lines: [], legend }, room, measure).swatches.map(({ y }) => y)
    expect(new Set(ys(400)).size).toBe(1)
    expect(new Set(ys(80)).size).toBe(3)
    const { swatches } = layOut({ title: 'T', lines: [], legend }, 400, measure)
    expect(swatches.map(({ mark, color }) => [mark, color])).toEqual([
      ['patch', 'c1'],
      ['dashed', 'c6'],
      ['interval', 'c3'],
    ])
  })
})
