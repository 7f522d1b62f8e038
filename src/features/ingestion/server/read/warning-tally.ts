import type { FieldRemark } from '../../domain/kinds/cells.ts'

/** How often one warning was given, and where first. */
export type WarningCount = FieldRemark & { count: number; firstRow: number }

/** Counts warnings by field and code: a file of a million rows has a handful, not a million. */
export function createWarningTally(): {
  add(row: number, warning: FieldRemark): void
  counts(): WarningCount[]
} {
  const counted = new Map<string, WarningCount>()
  return {
    add(row, warning) {
      const name = `${warning.field}: ${warning.code}`
      const known = counted.get(name)
      if (known) known.count += 1
      else counted.set(name, { ...warning, count: 1, firstRow: row })
    },
    counts: () => [...counted.values()],
  }
}
