export type StatusTone = 'good' | 'warn' | 'bad' | 'info'

const TONES: [StatusTone, readonly string[]][] = [
  ['good', ['packaging', 'completed']],
  ['warn', ['blend', 'cts', 'in progress']],
  ['bad', ['cancelled', 'not started', 'finance hold']],
]

/** Badge of an order on the dashboard, which differs from the orders table (source, section 4); letter case does not matter. */
export function dashboardTone(status: string | null): StatusTone {
  const folded = (status ?? '').trim().toLowerCase()
  return TONES.find(([, statuses]) => statuses.includes(folded))?.[0] ?? 'info'
}
