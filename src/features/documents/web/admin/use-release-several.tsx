import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import type { Column } from '../../../../platform/web/table/column.ts'
import type { AdminRow } from '../../admin-contract.ts'
import { DOCUMENTS } from '../documents-queries.ts'
import { ReleaseSeveralDialog, type Waiting } from './release-several-dialog.tsx'

/** One signature covers as many. */
const MOST_SIGNED = 100

/** As it is signed; null: it has no version that waits. */
const waitingOf = ({ id, title, draftVersion, draftChecksum }: AdminRow): Waiting | null =>
  draftVersion === null || draftChecksum === null
    ? null
    : { id, title, version: draftVersion, checksum: draftChecksum }

/** Versions that wait, chosen in the list and released with one signature (J7). While one chooses, a row is chosen where it was opened. */
export function useReleaseSeveral(rows: readonly AdminRow[]) {
  const t = useTranslations('library.several')
  const queries = useQueryClient()
  const approves = can(useAccess(), { permission: 'documents.approve' })
  const [chosen, setChosen] = useState<readonly Waiting[] | null>(null)
  const [asking, setAsking] = useState(false)
  const isChosen = (id: number) => chosen?.some((one) => one.id === id) ?? false
  const toggle = (row: AdminRow) => {
    const waits = waitingOf(row)
    if (!chosen || !waits) return
    setChosen(isChosen(row.id) ? chosen.filter(({ id }) => id !== row.id) : [...chosen, waits])
  }
  const column: Column<AdminRow> = {
    id: 'chosen',
    title: t('column'),
    cell: (row) => {
      const waits = waitingOf(row)
      return (
        waits && (
          <input
            type="checkbox"
            aria-label={t('one', { title: row.title, version: waits.version })}
            checked={isChosen(row.id)}
            onClick={(event) => event.stopPropagation()}
            onChange={() => toggle(row)}
          />
        )
      )
    },
    line: ({ id }) => isChosen(id) && <Badge tone="info">{t('chosen')}</Badge>,
    fixed: true,
    sortable: false,
  }
  const waiting = rows.flatMap((row) => waitingOf(row) ?? [])
  const count = chosen?.length ?? 0
  return {
    choosing: chosen !== null,
    toggle,
    withBoxes: (columns: readonly Column<AdminRow>[]) => (chosen ? [column, ...columns] : columns),
    controls: !approves ? null : chosen ? (
      <>
        <Button
          variant="default"
          onClick={() => setChosen([...chosen, ...waiting.filter(({ id }) => !isChosen(id))])}
        >
          {t('all')}
        </Button>
        <Button disabled={count === 0 || count > MOST_SIGNED} onClick={() => setAsking(true)}>
          {t('release', { count })}
        </Button>
        <Button variant="subtle" onClick={() => setChosen(null)}>
          {t('cancel')}
        </Button>
        {count > MOST_SIGNED && <span role="alert">{t('tooMany', { most: MOST_SIGNED })}</span>}
      </>
    ) : (
      waiting.length > 0 && (
        <Button variant="default" onClick={() => setChosen([])}>
          {t('several')}
        </Button>
      )
    ),
    dialog: asking && chosen && (
      <ReleaseSeveralDialog
        rows={chosen}
        onDone={() => void queries.invalidateQueries({ queryKey: DOCUMENTS })}
        onClose={() => {
          setAsking(false)
          setChosen(null)
        }}
      />
    ),
  }
}
