import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { FactsTable } from '../../../platform/web/kit/record-list.tsx'
import type { AssumedMark } from '../contract.ts'
import css from './upstream.module.css'
import { assumedMarksQuery } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

type Standing = NonNullable<AssumedMark['standing']>

/** Batches from before marks were decided by evidence, in which one was assumed (C3). Nothing where there are none. */
export default function AssumedMarksPanel() {
  const t = useTranslations('upstream.assumed')
  const shared = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  const { data = [] } = useQuery(assumedMarksQuery)
  if (data.length === 0) return null

  const figure = ({ isMoney }: Standing, value: string, of: string | null) =>
    isMoney
      ? formats.money(value, of)
      : [formats.quantity(Number(value)), of].filter((part) => part !== null).join(' ')

  const standingOf = (standing: Standing | null) =>
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
        ))

  const exampleOf = (standing: Standing | null) => {
    const first = standing?.examples[0]
    if (!first) return DASH
    const { key, text, read, otherwise } = first
    return t('inRow', {
      ...{ key, text },
      read: formats.quantity(Number(read)),
      otherwise: formats.quantity(Number(otherwise)),
    })
  }

  return (
    <Panel title={t('title')} note={t('note')}>
      <div className={css.fields}>
        <Notice tone="warn" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('adviceTitle')}>
          {t('advice')}
        </Notice>
        <FactsTable
          label={t('title')}
          columns={[
            { title: t('batch') },
            { title: shared('source') },
            { title: shared('kind') },
            { title: t('field') },
            { title: t('rows') },
            { title: t('standing') },
            { title: t('example') },
          ]}
          rows={data.map(({ batch, receivedAt, source, kind, field, rows, firstRow, standing }) => ({
            key: `${batch} ${field}`,
            cells: [
              shared('batchAt', { id: String(batch), at: formats.dateTime(receivedAt) }),
              source,
              <span className={css.whole} key="kind">
                {kindName(kind)}
              </span>,
              field,
              t('rowsFrom', { count: rows, row: firstRow }),
              standingOf(standing),
              exampleOf(standing),
            ],
          }))}
        />
      </div>
    </Panel>
  )
}
