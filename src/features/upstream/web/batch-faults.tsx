import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { FactsTable, LongListSearch } from '../../../platform/web/kit/record-list.tsx'
import { useFileExport } from '../../../platform/web/kit/use-file-export.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { BatchRow } from '../contract.ts'
import { RawRowDialog } from './raw-row-dialog.tsx'
import css from './upstream.module.css'
import { errorsQuery } from './upstream-queries.ts'

/** The faulty rows of a batch; each that is kept can be looked at as it was sent. */
export function BatchFaults({ batch: { id, errors } }: { batch: BatchRow }) {
  const t = useTranslations('upstream')
  const ui = useTranslations('ui')
  const formats = useFormats()
  const [search, setSearch] = useState<string>()
  const [shown, setShown] = useState<number | null>(null)
  const { rows, more, loading, failure, refresh, total } = useCursorList(errorsQuery(id, search))
  const { exporting, start } = useFileExport('/admin/batch-errors/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  if (failure) return <ErrorCard title={t('notLoaded')} failure={failure} onRetry={() => void refresh()} />
  return (
    <section aria-label={t('errors', { count: errors })} aria-busy={loading || undefined}>
      <h3 className={css.head}>{t('errors', { count: errors })}</h3>
      <LongListSearch
        value={search}
        count={rows.length}
        total={total}
        more={more !== undefined}
        onChange={setSearch}
      />
      <FactsTable
        label={t('errors', { count: errors })}
        columns={[
          { title: t('row'), figure: true },
          { title: t('line'), figure: true },
          { title: t('rowKey') },
          { title: t('field') },
          { title: t('message') },
        ]}
        rows={rows.map((fault, at) => ({
          key: `${at}`,
          cells: [
            formats.count(fault.row),
            fault.line === null ? '' : formats.count(fault.line),
            fault.key ?? '',
            <span className={css.whole} key="field">
              {fault.field}
            </span>,
            fault.kept ? (
              <>
                <div>{fault.message}</div>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  px={0}
                  aria-label={t('showRow', { row: fault.row })}
                  onClick={() => setShown(fault.row)}
                >
                  {t('showRowShort')}
                </Button>
              </>
            ) : (
              fault.message
            ),
          ],
        }))}
      />
      <div className={css.errors}>
        {more && <MoreButton more={more}>{ui('table.loadMore')}</MoreButton>}
        <Button
          variant="default"
          loading={exporting}
          onClick={() => start({ batch: id, format: 'csv' }, `batch-${id}.csv`)}
        >
          {t('exportErrors')}
        </Button>
      </div>
      {shown !== null && <RawRowDialog batch={id} row={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
