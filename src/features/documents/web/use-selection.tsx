import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { type DocumentRow, MOST_IN_ARCHIVE } from '../contract.ts'

export type Selection = ReturnType<typeof useSelection>

/** Several documents of a list, to be taken as one ZIP (E3): while one chooses, a row is chosen where it was opened. */
export function useSelection(rows: readonly DocumentRow[]) {
  const t = useTranslations('documents.choose')
  const d = useTranslations('documents')
  const failureText = useFailureText()
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  const [busy, setBusy] = useState(false)
  const toggle = ({ id, opens }: DocumentRow) => {
    if (!chosen || !opens) return
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  }
  const download = async () => {
    if (!chosen) return
    setBusy(true)
    try {
      const name = await downloadFile('/documents/archive', { ids: chosen.join(',') }, 'documents.zip')
      toast.done(d('downloaded', { name }))
      setChosen(null)
    } catch (failure) {
      toast.failed(t('notPacked', { reason: failureText(failure) }))
    }
    setBusy(false)
  }
  const box = (row: DocumentRow) => (
    <input
      type="checkbox"
      aria-label={t('one', { title: row.title })}
      checked={chosen?.includes(row.id) ?? false}
      disabled={!row.opens}
      onClick={(event) => event.stopPropagation()}
      onChange={() => toggle(row)}
    />
  )
  const column: Column<DocumentRow> = {
    id: 'chosen',
    title: t('column'),
    cell: box,
    line: ({ id }) => chosen?.includes(id) && <Badge tone="info">{t('chosen')}</Badge>,
    fixed: true,
    sortable: false,
  }
  const count = chosen?.length ?? 0
  return {
    choosing: chosen !== null,
    toggle,
    box,
    /** With the boxes in front, while one chooses. */
    withBoxes: (columns: readonly Column<DocumentRow>[]) => (chosen ? [column, ...columns] : columns),
    controls: chosen ? (
      <>
        <Button
          variant="default"
          onClick={() =>
            setChosen([...new Set([...chosen, ...rows.filter(({ opens }) => opens).map(({ id }) => id)])])
          }
        >
          {t('all')}
        </Button>
        <Button
          loading={busy}
          disabled={count === 0 || count > MOST_IN_ARCHIVE}
          onClick={() => void download()}
        >
          {t('download', { count })}
        </Button>
        <Button variant="subtle" onClick={() => setChosen(null)}>
          {t('cancel')}
        </Button>
        {count > MOST_IN_ARCHIVE && <span role="alert">{t('tooMany', { most: MOST_IN_ARCHIVE })}</span>}
      </>
    ) : (
      <Button variant="default" disabled={!rows.some(({ opens }) => opens)} onClick={() => setChosen([])}>
        {t('several')}
      </Button>
    ),
  }
}
