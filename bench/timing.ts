export type Timing = { median: number; p95: number; best: number; rounds: number }

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
): Promise<Record<K, Timing>> {
  const times = new Map<string, number[]>(Object.keys(variants).map((name) => [name, []]))
  for (let round = -2; round < rounds; round++) {
    for (const [name, work] of Object.entries(variants) as [K, () => Promise<unknown>][]) {
      const start = performance.now()
      await work()
      if (round >= 0) times.get(name)?.push(performance.now() - start) // two rounds warm up
    }
  }
  return Object.fromEntries([...times].map(([name, of]) => [name, summarise(of)])) as Record<K, Timing>
}

export async function once(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
