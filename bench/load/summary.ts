import type { Told } from './press.ts'

export const sorted = (times: number[]) => [...times].sort((a, b) => a - b)
export const at = (times: number[], share: number) =>
  Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1))

export function summary(told: Told[], seconds: number) {
  const of = (some: Told[]) => {
    const times = sorted(some.map(({ ms }) => ms))
    return { n: some.length, p50: at(times, 0.5), p99: at(times, 0.99) }
  }
  const statuses: Record<number, number> = {}
  for (const { status } of told) statuses[status] = (statuses[status] ?? 0) + 1
  const kinds = [...new Set(told.map(({ kind }) => kind))].sort()
  return {
    perSecond: Math.round(told.length / seconds),
    ...of(told),
    errors: told.filter(({ status }) => ![200, 304].includes(status)).length,
    statuses,
    kinds: Object.fromEntries(kinds.map((kind) => [kind, of(told.filter((one) => one.kind === kind))])),
  }
}
