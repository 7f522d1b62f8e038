import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import type { TransitTimes } from '../contract.ts'
import css from './tracking.module.css'
import { transitTimesQuery } from './tracking-queries.ts'

type ClassTime = TransitTimes['classes'][number]
const DAYS_OF_WEEK = 7

/** How long what was delivered took, by class of product, beside what is published (C4). */
export function ClassTimes() {
  const t = useTranslations('tracking.times')
  const tClass = useTranslations('catalogue.classes')
  const formats = useFormats()
  const { data, isError } = useQuery(transitTimesQuery)
  const columns = useColumns()
  if (data ? data.classes.length === 0 : isError) return null
  return (
    <div className={css.panel}>
      <Panel title={t('byClass')} note={data && t('since', { date: formats.date(data.since) })} flush>
        <DataTable
          label={t('byClass')}
          columns={columns}
          rows={data?.classes ?? []}
          loading={!data}
          expected={4}
          rowKey={(row) => row.class}
          rowTitle={(row) => tClass(row.class)}
          empty={null}
          flush
        />
      </Panel>
    </div>
  )
}

function useColumns(): readonly Column<ClassTime>[] {
  const t = useTranslations('tracking.times')
  const tDays = useTranslations('tracking')
  const tClass = useTranslations('catalogue.classes')
  const formats = useFormats()
  const days = (value: number | null) => (value === null ? DASH : tDays('days', { days: value }))
  const weeks = (value: number | null) =>
    value === null ? DASH : t('weeks', { weeks: Math.round((value / DAYS_OF_WEEK) * 10) / 10 })
  const figure = (
    id: 'lead' | 'usual' | 'processing' | 'delivery' | 'shipments',
    cell: Column<ClassTime>['cell'],
  ): Column<ClassTime> => ({
    id,
    title: t(`columns.${id}`),
    cell,
    align: 'end',
    card: 'fact',
    sortable: false,
  })
  return [
    {
      id: 'class',
      title: t('columns.class'),
      cell: (row) => tClass(row.class),
      fixed: true,
      sortable: false,
    },
    figure('lead', ({ lead }) => weeks(lead.days)),
    figure('usual', ({ published }) => t('weekRange', published)),
    figure('processing', ({ processing }) => days(processing.days)),
    figure('delivery', ({ delivery }) => days(delivery.days)),
    figure('shipments', ({ delivery }) => formats.count(delivery.shipments)),
  ]
}
