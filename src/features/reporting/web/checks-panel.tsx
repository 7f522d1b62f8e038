import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { SalesCheck } from '../contract.ts'
import { checksQuery, reportingApi } from './reporting-queries.ts'

const POLL_INTERVAL_MS = 1000

const isRunning = (since: string | null, checks: readonly SalesCheck[] | undefined) =>
  since !== null && (checks?.[0]?.startedAt ?? '') === since

/** What the nightly count of every line found. */
export function ChecksPanel() {
  const t = useTranslations('reporting')
  const formats = useFormats()
  const failureText = useFailureText()
  /** The newest check when another one was asked for: until there is a newer one, that one runs. */
  const [since, setSince] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    ...checksQuery,
    refetchInterval: ({ state }) => (isRunning(since, state.data) ? POLL_INTERVAL_MS : false),
  })
  const running = isRunning(since, data)
  const ask = async () => {
    try {
      await reportingApi.checkSales({})
      setSince(data?.[0]?.startedAt ?? '')
    } catch (failure) {
      toast.failed(failureText(failure))
    }
  }
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
    <Panel
      title={t('checks')}
      note={t('checksNote')}
      flush
      busy={!data}
      actions={
        <>
          <VisuallyHidden role="status">{running && t('checking')}</VisuallyHidden>
          <Button
            variant="default"
            size="compact-sm"
            aria-disabled={running || !data}
            leftSection={running && <Loader size={14} aria-hidden />}
            onClick={() => {
              if (!running && data) void ask()
            }}
          >
            {t(running ? 'checking' : 'checkNow')}
          </Button>
        </>
      }
    >
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
            ...check.details.map(({ dataset, sums, tenantId, tenantName, currency, year, wrongKeys }) =>
              t('checkDetail', {
                dataset: t(`datasets.${dataset}`),
                sums: t(`sums.${sums}`),
                tenant: tenantId === 0 ? t('allClients') : (tenantName ?? `#${tenantId}`),
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
