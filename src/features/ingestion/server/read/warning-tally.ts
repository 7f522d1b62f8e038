import type { FieldRemark } from '../../domain/kinds/cells.ts'

/** How often one warning was given, where first, and the lines of the first of them. */
export type WarningCount = FieldRemark & { count: number; firstRow: number; lines: number[] }

/** How many lines a warning names. */
export const MOST_LINES = 20

export type WarningTally = {
  add(at: { row: number; line: number }, warning: FieldRemark): void
  /** What was counted elsewhere. */
  addCounted(warning: WarningCount): void
  counts(): WarningCount[]
}

/** Counts warnings by field and code: a file of a million rows has a handful, not a million. */
export function createWarningTally(): WarningTally {
  const counted = new Map<string, WarningCount>()
  const nameOf = ({ field, code }: FieldRemark) => `${field}: ${code}`
  return {
    add({ row, line }, warning) {
      const name = nameOf(warning)
      const known = counted.get(name)
      if (known) {
        known.count += 1
        if (known.lines.length < MOST_LINES) known.lines.push(line)
      } else counted.set(name, { ...warning, count: 1, firstRow: row, lines: [line] })
    },
    addCounted: (warning) => void counted.set(nameOf(warning), warning),
    counts: () => [...counted.values()],
  }
}
