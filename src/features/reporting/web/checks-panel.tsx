import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import type { SalesCheck } from '../contract.ts'
import { checksQuery } from './reporting-queries.ts'

/** What the nightly count of every line found. */
export function ChecksPanel() {
  const t = useTranslations('reporting')
  const formats = useFormats()
  const { data, error, refetch } = useQuery(checksQuery)
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const outcome = ({ finishedAt, differences }: SalesCheck) =>
    finishedAt === null ? (
      <Badge tone="warn">{t('checkFailed')}</Badge>
    ) : differences === 0 ? (
      <Badge tone="good">{t('checkRight')}</Badge>
    ) : (
      <Badge tone="bad">{t('checkWrong', { count: differences ?? 0 })}</Badge>
    )
  const seconds = ({ startedAt, finishedAt }: SalesCheck) =>
    formats.quantity(Math.round((Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)) / 100) / 10)
  return (
    <Panel title={t('checks')} note={t('checksNote')} flush busy={!data}>
      {data?.length === 0 && <EmptyState title={t('noChecks')} hint={t('noChecksHint')} />}
      <RecordList
        label={t('checks')}
        items={(data ?? []).map((check) => ({
          key: check.startedAt,
          title: formats.dateTime(check.startedAt),
          facts: [
            check.finishedAt === null
              ? t('checkFault', { fault: check.fault ?? '' })
              : t('checkCounted', { lines: check.lines ?? 0, seconds: seconds(check) }),
            ...check.details.map(({ dataset, sums, tenantId, currency, year, wrongKeys }) =>
              t('checkDetail', {
                dataset: t(`datasets.${dataset}`),
                sums,
                tenant: tenantId,
                currency: currency ?? '–',
                year: year === 0 ? t('allYears') : String(year ?? '–'),
                count: wrongKeys,
              }),
            ),
          ],
          actions: outcome(check),
        }))}
      />
    </Panel>
  )
}
