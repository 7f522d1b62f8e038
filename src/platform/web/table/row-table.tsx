import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyComponent } from '../lazy-component.ts'
import { type Density, useDisplay } from '../theme/display.ts'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { Heading } from './heading.tsx'
import { useFitOnPaper } from './use-fit-on-paper.ts'
import { usePrinting } from './use-printing.ts'
import { useRowKeys } from './use-row-keys.ts'
import type { Reveal, View } from './virtual-rows.tsx'

// Loaded with the first list that is long.
const VirtualRows = lazyComponent(() => import('./virtual-rows.tsx'))

/** The heights of --row in tokens.css: a virtual row's place is known before it exists. */
const ROW_HEIGHT: Record<Density, number> = { compact: 34, comfortable: 44, spacious: 54 }
/** Below this all rows are in the page: find-in-page and screen readers then have the whole list. */
const VIRTUAL_FROM = 150
/** So many of them until it is known which are in view: as many as a tall window shows. */
const AT_FIRST = 50
const NEAR_END = 12

type RowTableProps<Row> = DataTableProps<Row> & {
  dimmed: boolean
  onOpen: (row: Row) => void
}

export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, rows, rowKey, choice, sort, onSort, onOpen, actions, total, more, dimmed } = props
  const t = useTranslations('ui.table')
  const region = useRef<HTMLDivElement>(null)
  const { density } = useDisplay()
  const printing = usePrinting()
  const table = useRef<HTMLTableElement>(null)
  useFitOnPaper(table, printing)
  const shown = choice ? columns.filter(({ id }) => choice.visibility[id] !== false) : columns
  // Rows of different heights have no place before they exist.
  const virtual = rows.length >= VIRTUAL_FROM && !printing && !columns.some(({ wraps }) => wraps)
  const height = ROW_HEIGHT[density]
  const [view, setView] = useState<View | null>(null)
  const reveal = useRef<Reveal>(null)
  const { from, to, before, after } = viewed(rows.length, height, virtual, view)

  const nearEnd = virtual && view !== null && to >= rows.length - NEAR_END
  const load = more && !more.loading ? more.load : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per arrival at the end, not per render
  useEffect(() => {
    if (nearEnd) load?.()
  }, [nearEnd, rows.length])

  const keys = useRowKeys({
    count: rows.length,
    region,
    reveal: (index) => {
      if (reveal.current) reveal.current(index)
      else region.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
    },
    open: (index) => {
      const row = rows[index]
      if (row) onOpen(row)
    },
  })
  return (
    <>
      <section
        ref={region}
        className={css.scroll}
        data-scroll-restoration-id={label}
        aria-label={label}
        aria-busy={dimmed || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.target !== region.current || event.key !== 'ArrowDown') return
          event.preventDefault()
          keys.focusRow(keys.current)
        }}
      >
        <table
          ref={table}
          className={css.table}
          aria-label={label}
          aria-rowcount={(total ?? rows.length) + 1}
        >
          <thead>
            <tr aria-rowindex={1}>
              {shown.map((column) => (
                // Browsers leave buttons out where they repeat the head on a sheet.
                <Heading key={column.id} column={column} sort={sort} onSort={printing ? undefined : onSort} />
              ))}
              {actions && (
                <th scope="col" data-align="end" data-print="no">
                  {t('actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody
            className={css.body}
            data-dimmed={dimmed || undefined}
            onKeyDown={keys.onKeyDown}
            onClick={keys.onClick}
          >
            <Gap height={before} columns={shown.length + (actions ? 1 : 0)} />
            {rows.slice(from, to).map((row, offset) => {
              const index = from + offset
              return (
                <tr
                  key={rowKey(row)}
                  data-index={index}
                  data-changed={props.changed?.has(rowKey(row)) || undefined}
                  aria-rowindex={index + 2}
                  tabIndex={index === keys.current ? 0 : -1}
                  onFocus={(event) => event.target === event.currentTarget && keys.arrive(index)}
                >
                  {shown.map(({ id, align, narrow, fills, wraps, cell }) => (
                    <td
                      key={id}
                      data-align={align}
                      data-narrow={narrow}
                      data-fills={fills}
                      data-wraps={wraps}
                    >
                      {cell(row)}
                    </td>
                  ))}
                  {actions && (
                    <td className={css.actions} data-print="no">
                      {actions(row).map(({ label, disabled, onSelect }) => (
                        <Button
                          key={label}
                          variant="default"
                          size="compact-sm"
                          disabled={disabled}
                          onClick={onSelect}
                        >
                          {label}
                        </Button>
                      ))}
                    </td>
                  )}
                </tr>
              )
            })}
            <Gap height={after} columns={shown.length + (actions ? 1 : 0)} />
          </tbody>
        </table>
      </section>
      {/* After the region, which it looks for at once. */}
      {virtual && (
        <Suspense fallback={null}>
          <VirtualRows region={region} count={rows.length} height={height} onView={setView} reveal={reveal} />
        </Suspense>
      )}
    </>
  )
}

/** Until it is known which of many rows are in view, the first of them. */
function viewed(rows: number, height: number, virtual: boolean, view: View | null): View {
  if (!virtual) return { from: 0, to: rows, before: 0, after: 0 }
  return view ?? { from: 0, to: AT_FIRST, before: 0, after: (rows - AT_FIRST) * height }
}

/** Stands for the rows that are scrolled away. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr className={css.gap} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
