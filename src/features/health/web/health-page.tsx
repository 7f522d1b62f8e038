import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { zoneName } from '../../../platform/web/format/zone-names.ts'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import type { HealthPart } from '../contract.ts'
import { ConfirmRestored } from './confirm-restored.tsx'
import { healthApi } from './health-api.ts'

const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => healthApi.get({}, { signal }),
  staleTime: 0,
})

/** How the portal fares, part by part; a part that is not well says what to do (H1, H3). */
export default function HealthPage() {
  const t = useTranslations('health')
  const formats = useFormats()
  const { data, error, refetch, isFetching } = useQuery(healthQuery)
  const words = useFacts()
  const kinds = useTranslations('unassigned.kinds')
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={
          data &&
          t('running', {
            version: data.version,
            node: data.node,
            since: formats.dateTime(data.startedAt),
            uptime: formats.duration(Math.max(60, (Date.now() - Date.parse(data.startedAt)) / 1000)),
          })
        }
        actions={
          <Button variant="default" aria-disabled={isFetching} onClick={() => void refetch()}>
            {t(isFetching ? 'looking' : 'look')}
          </Button>
        }
      />
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <Panel title={t('parts')} flush busy={!data}>
          <RecordList
            label={t('parts')}
            items={(data?.parts ?? []).map((part) => ({
              key: part.part,
              title: (
                <>
                  {t(`names.${part.part}`)} <Badge tone={part.state}>{t(`states.${part.state}`)}</Badge>
                </>
              ),
              facts: [
                words(part, (kind) => (kinds.has(kind as never) ? kinds(kind as never) : kind)),
                ...(part.state === 'good' ? [] : [t(`todo.${part.part}`)]),
              ],
              actions: part.part === 'restored' && <ConfirmRestored onDone={() => void refetch()} />,
            }))}
          />
        </Panel>
      )}
    </>
  )
}

/** The figures of each part in a sentence. */
function useFacts() {
  const t = useTranslations('health.facts')
  const formats = useFormats()
  return ({ part, state, facts }: HealthPart, kindName: (kind: string) => string): string => {
    const number = (name: string) => Number(facts[name] ?? 0)
    const at = typeof facts.at === 'string' ? formats.dateTime(facts.at) : null
    switch (part) {
      case 'database':
        return t('database', {
          version: String(facts.serverVersion),
          milliseconds: number('milliseconds'),
          size: formats.fileSize(number('bytes')),
          connections: number('connections'),
          most: number('mostConnections'),
        })
      case 'storage':
        return t('storage', {
          ...{ free: formats.fileSize(number('free')), percent: number('percent') },
          store: String(facts.store),
        })
      case 'jobs':
        return t('jobs', { waiting: number('waiting'), failed: number('failed') })
      case 'mail':
        return facts.sends === 'yes'
          ? t('mail', { waiting: number('waiting'), failed: number('failed') })
          : t('noMail', { waiting: number('waiting') })
      case 'events':
        return t('events', { lag: number('lag'), held: number('heldBack') })
      case 'feeds':
        return facts.late
          ? t('late', { count: number('late'), kind: kindName(String(facts.kind)) })
          : t('feeds')
      case 'sales_check':
        return at ? t('salesCheck', { at, count: number('differences') }) : t('never')
      case 'audit_check':
        return at ? t('auditCheck', { at, count: number('broken') }) : t('never')
      case 'time_zone':
        return t(state === 'good' ? 'timeZone' : 'noTimeZone', {
          zone: zoneName(String(facts.zone), formats.locale),
        })
      case 'restored':
        return t('restored', { at: at as string, from: formats.dateTime(String(facts.from)) })
    }
  }
}
