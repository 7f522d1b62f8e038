import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { lookAt } from '../../../platform/web/table/whole-list.ts'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import type { AssumedMark } from '../contract.ts'
import css from './upstream.module.css'
import { assumedMarksQuery } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

type Standing = NonNullable<AssumedMark['standing']>

/** Batches from before marks were decided by evidence, in which one was assumed (C3). Nothing where there are none. */
export default function AssumedMarksPanel() {
  const t = useTranslations('upstream.assumed')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const { data = [] } = useQuery(assumedMarksQuery)
  const columns = useColumns()
  const address = useListAddress('assumed', ['batch', 'source', 'kind', 'field', 'rows'], '-batch')
  if (data.length === 0) return null
  const words = ({ batch, source, kind, field }: AssumedMark) => `${batch} ${source} ${kind} ${field}`
  return (
    <div className={css.fields}>
      <Notice tone="warn" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('adviceTitle')}>
        {t('advice')}
      </Notice>
      <RecordPanel
        {...address}
        name="assumed"
        label={t('title')}
        note={t('note')}
        columns={columns}
        rows={lookAt(data, columns, { ...address, language, words })}
        loading={false}
        rowKey={({ batch, field }) => `${batch} ${field}`}
        rowTitle={({ batch, field }) => t('rowTitle', { batch: String(batch), field })}
        empty={<EmptyState title={records('found', { count: 0 })} />}
      />
    </div>
  )
}

function useColumns(): readonly Column<AssumedMark>[] {
  const t = useTranslations('upstream.assumed')
  const shared = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  const figure = ({ isMoney }: Standing, value: string, of: string | null) =>
    isMoney
      ? formats.money(value, of)
      : [formats.quantity(Number(value)), of].filter((part) => part !== null).join(' ')
  return [
    {
      id: 'batch',
      title: t('batch'),
      cell: ({ batch, receivedAt }) =>
        shared('batchAt', { id: String(batch), at: formats.dateTime(receivedAt) }),
      by: ({ batch }) => batch,
      fixed: true,
    },
    {
      id: 'source',
      title: shared('source'),
      cell: ({ source }) => source,
      by: ({ source }) => source,
      card: 'fact',
    },
    {
      id: 'kind',
      title: shared('kind'),
      cell: ({ kind }) => kindName(kind),
      by: ({ kind }) => kindName(kind),
      card: 'fact',
    },
    { id: 'field', title: t('field'), cell: ({ field }) => field, by: ({ field }) => field, card: 'fact' },
    {
      id: 'rows',
      title: t('rows'),
      cell: ({ rows, firstRow }) => t('rowsFrom', { count: rows, row: firstRow }),
      by: ({ rows }) => rows,
      card: 'fact',
    },
    {
      id: 'standing',
      title: t('standing'),
      cell: ({ standing }) =>
        standing === null
          ? t('textNotKept')
          : standing.sums.map(({ of, rows, read, otherwise }) => (
              <div key={of ?? ''}>
                {t('sum', {
                  count: rows,
                  read: figure(standing, read, of),
                  otherwise: figure(standing, otherwise, of),
                })}
              </div>
            )),
      sortable: false,
      card: 'fact',
    },
    {
      id: 'example',
      title: t('example'),
      cell: ({ standing }) => {
        const [first] = standing?.examples ?? []
        if (!standing || !first) return DASH
        const { key, text, read, otherwise } = first
        return t('inRow', {
          ...{ key, text },
          read: formats.quantity(Number(read)),
          otherwise: formats.quantity(Number(otherwise)),
        })
      },
      sortable: false,
      card: 'fact',
    },
  ]
}
