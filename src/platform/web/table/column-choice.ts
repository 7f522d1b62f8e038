import { useState } from 'react'
import { browserWide, DISPLAY_PREFIX } from '../browser-storage.ts'
import type { Column } from './column.ts'

export type ColumnChoice = {
  columns: readonly { id: string; title: string; fixed?: boolean }[]
  visibility: Record<string, boolean>
  toggle: (id: string) => void
  /** What differs from the columns that the screen begins with. */
  chosen: Record<string, boolean>
  /** Puts another choice in its place. */
  choose: (chosen: Record<string, boolean>) => void
  /** Back to the columns that the screen begins with; null when that is what is shown. */
  reset: (() => void) | null
}

type Visibility = Record<string, boolean>

function readKept(key: string): Visibility {
  try {
    const kept: unknown = JSON.parse(browserWide.read(key) ?? '{}')
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    )
  } catch {
    // Written by an older version or by hand: the screen's own choice holds.
    return {}
  }
}

/** Which columns of a table are shown; kept in this browser under the table's name. */
export function useColumnChoice<Row>(table: string, columns: readonly Column<Row>[]): ColumnChoice {
  const key = `${DISPLAY_PREFIX}columns.${table}`
  const [chosen, setChosen] = useState(() => readKept(key))
  const keep = (next: Visibility) => {
    setChosen(next)
    browserWide.write(key, Object.keys(next).length === 0 ? null : JSON.stringify(next))
  }
  const visibility = Object.fromEntries(
    columns.map((column) => [column.id, column.fixed || (chosen[column.id] ?? !column.startsHidden)]),
  )
  return {
    columns,
    visibility,
    toggle: (id) => keep({ ...chosen, [id]: !visibility[id] }),
    chosen,
    choose: keep,
    reset: Object.keys(chosen).length === 0 ? null : () => keep({}),
  }
}
