import type { Clock } from './processor-clock.ts'

/** Milliseconds on the wall; `processor`: the least of the server's processor time, where a clock tells it. */
export type Timing = { median: number; p95: number; best: number; rounds: number; processor?: number }

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number

export function summarise(times: number[]): Timing {
  const sorted = [...times].sort((a, b) => a - b)
  const round = (ms: number) => Number(ms.toFixed(3))
  return {
    median: round(at(sorted, 0.5)),
    p95: round(at(sorted, 0.95)),
    best: round(sorted[0] as number),
    rounds: sorted.length,
  }
}

/** Milliseconds of each variant; the variants take turns, so that a busy moment of the machine meets all of them. */
export async function takeTurns<K extends string>(
  variants: Record<K, () => Promise<unknown>>,
  rounds: number,
  clocks: Partial<Record<K, Clock>> = {},
): Promise<Record<K, Timing>> {
  const names = Object.keys(variants) as K[]
  const wall = new Map<K, number[]>(names.map((name) => [name, []]))
  const processor = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = -Math.min(2, rounds - 1); round < rounds; round++) {
    for (const name of names) {
      const before = clocks[name]?.()
      const start = performance.now()
      await variants[name]()
      if (round < 0) continue // the first ones warm up
      wall.get(name)?.push(performance.now() - start)
      if (before !== undefined) processor.get(name)?.push((clocks[name] as Clock)() - before)
    }
  }
  const timing = (name: K): Timing => {
    const spent = processor.get(name) as number[]
    return {
      ...summarise(wall.get(name) as number[]),
      ...(spent.length > 0 && { processor: summarise(spent).best }),
    }
  }
  return Object.fromEntries(names.map((name) => [name, timing(name)])) as Record<K, Timing>
}

export async function once(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
