import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { LONG } from '../../support/form.ts'

/** A bound in milliseconds: as it is in the long form; in the short one, on a busy machine, a ceiling of ten times. */
export const within = (ms: number): number => (LONG ? ms : ms * 10)

type Figures = Record<string, unknown>

/**
 * The figures of a suite: printed at its end in one line with its seed and seconds, and in the long form written to
 * test/faults/results/<name>.json.
 */
export function openProof(name: string) {
  const seed = Number(process.env.SEED ?? process.env.TEST_SEED)
  const figures: Figures = {}
  let began = 0
  beforeAll(() => {
    began = performance.now()
  })
  afterAll(() => {
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
    const form = LONG ? 'long' : 'short'
    console.log(`proof ${name} (${form}, seed ${seed}, ${seconds} s): ${JSON.stringify(figures)}`)
    if (!LONG) return
    const folder = path.join(import.meta.dirname, '..', 'results')
    const machine = { cores: os.cpus().length, model: os.cpus()[0]?.model, node: process.version }
    const written = { name, at: new Date().toISOString(), form, seed, seconds, machine, figures }
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`)
  })
  return {
    seed,
    random: seeded(seed),
    /** Adds figures to the line. */
    note: (more: Figures) => void Object.assign(figures, more),
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The middle and the worst of some times, in whole milliseconds. */
export function spread(times: number[]): { median: number; worst: number } {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    worst: Math.round(sorted.at(-1) ?? 0),
  }
}
