import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KINDS, type Kind } from '../../domain/kinds/kinds.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'

import { ReadRefusal } from '../read/refusal.ts'
import type { RawRow } from '../rejected/raw-rows.ts'
import type { Body, BodyEnd, Chunk } from './body.ts'
import { createBodyThreads } from './body-threads.ts'
import { CHUNK } from './make-ready.ts'
import { type BodyOptions, readBody } from './read-body.ts'

const threads = createBodyThreads()

async function* inPieces(bytes: Uint8Array, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function whole(body: Body): Promise<{ chunks: Chunk[]; end: BodyEnd; again: RawRow[] }> {
  const chunks: Chunk[] = []
  try {
    for await (const chunk of body.chunks()) chunks.push(chunk)
    const end = body.end()
    const again = await body.rowsAgain([1, 3, end.received, end.received + 1])
    return { chunks, again, end: { ...end, fingerprint: end.fingerprint && new Uint8Array(end.fingerprint) } }
  } finally {
    await body.close()
  }
}

const both = (bytes: Uint8Array, options: BodyOptions, size?: number) =>
  Promise.all([
    whole(readBody(inPieces(bytes, size), options)),
    whole(threads.readElsewhere(inPieces(bytes, size), options)),
  ])

const sales = (count: number) =>
  Buffer.from(
    [
      'Id,Year,Month,Invoice No,Item No,Item Name,Client Code,Customer Name,Qty Sold,Amount',
      ...Array.from({ length: count }, (_, at) =>
        at % 7 === 3
          ? `${at},2024,13,INV-${at},,Ginger "A",C${at % 5},Maison Élan,x,1.50`
          : `${at},2024,1,INV-${at},P-${at % 9},Ginger,C${at % 5},Maison Élan,1.5,${at}.25`,
      ),
    ].join('\n'),
  )

describe('a body that is read in another thread', () => {
  it.each(Object.keys(KINDS) as Kind[])('gives what it gives in this one: %s', async (kind) => {
    const json = JSON.stringify(KINDS[kind].example)
    const [here, there] = await both(Buffer.from(json), { kind, fingerprintOf: 'asked' })
    expect(there).toEqual(here)
    expect(here.end.received).toBeGreaterThan(0)
    expect(here.end.fingerprint).toEqual(
      new Uint8Array(createHash('sha256').update('asked\n').update(json).digest()),
    )
  })

  it('also cut anywhere, packed, and with faulty rows whose keys are wanted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2500 }),
        fc.integer({ min: 500, max: 70_000 }),
        fc.boolean(),
        async (count, size, gzip) => {
          const bytes = gzip ? gzipSync(sales(count)) : sales(count)
          const [here, there] = await both(bytes, { kind: 'sales-history', gzip, replaces: true }, size)
          expect(there).toEqual(here)
          const faulty = Array.from({ length: count }, (_, at) => at).filter((at) => at % 7 === 3)
          expect(here.chunks.flatMap(({ unread }) => unread)).toEqual(faulty.map(String))
          expect(here.end.staged).toBe(count - faulty.length)
          expect(here.end.headings?.[0]).toBe('Id')
          expect(here.end.rawRows.map(({ row, cells }) => `${row - 1} ${cells[0]}`)).toEqual(
            faulty.map((at) => `${at} ${at}`).slice(0, MOST_ERRORS / 2),
          )
          const wanted = [...new Set([0, 2, count - 1])].filter((at) => at >= 0 && at < count)
          expect(here.again.map(({ cells }) => Number(cells[0])).toSorted((a, b) => a - b)).toEqual(
            wanted.toSorted((a, b) => a - b),
          )
          for (const { rows, unread } of here.chunks.slice(0, -1))
            expect(rows + unread.length).toBeGreaterThanOrEqual(CHUNK)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('is refused with the same words, and the thread reads the next one', async () => {
    for (const text of ['', '%PDF-1.4', 'What;Ever\n1;2\n']) {
      const refused = (body: Body) => whole(body).catch((fault: unknown) => fault)
      const here = await refused(readBody(inPieces(Buffer.from(text)), { kind: 'orders' }))
      const there = await refused(threads.readElsewhere(inPieces(Buffer.from(text)), { kind: 'orders' }))
      expect(there).toBeInstanceOf(ReadRefusal)
      expect({ ...(there as ReadRefusal) }).toEqual({ ...(here as ReadRefusal) })
      expect((there as Error).message).toBe((here as Error).message)
    }
    const [here, there] = await both(sales(3), { kind: 'sales-history' })
    expect(there).toEqual(here)
  })

  it('tells of the sender’s fault as it is', async () => {
    const gone = new Error('the sender went away')
    async function* broken() {
      yield sales(2000).subarray(0, 70_000)
      throw gone
    }
    await expect(whole(threads.readElsewhere(broken(), { kind: 'sales-history' }))).rejects.toBe(gone)
  })

  it('lets go of the sender and of the thread when nobody takes its rows any more', async () => {
    let closed = false
    async function* sender() {
      try {
        yield sales(3000)
      } finally {
        closed = true
      }
    }
    for await (const { rows } of threads.readElsewhere(sender(), { kind: 'sales-history' }).chunks()) {
      expect(rows).toBeGreaterThan(0)
      break
    }
    expect(closed).toBe(true)
  })

  it('fails when its thread ends, and the next one has another', async () => {
    // An option that cannot be: the thread's own fault.
    const impossible = { kind: 'pamphlets' } as unknown as BodyOptions
    await expect(whole(threads.readElsewhere(inPieces(sales(3)), impossible))).rejects.toThrow()
    const [here, there] = await both(sales(3), { kind: 'sales-history' })
    expect(there).toEqual(here)
  })

  it('is read beside others', async () => {
    const read = Array.from({ length: 4 }, (_, at) => both(sales(900 + at), { kind: 'sales-history' }))
    for (const [here, there] of await Promise.all(read)) expect(there).toEqual(here)
  })
})
