import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { FiveCards } from '../../../platform/web/kit/five-cards.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { issueCardsQuery } from './issues-queries.ts'
import type { IssuesSearch } from './issues-search.ts'

type IssueCardsProps = { search: IssuesSearch; onChange: (patch: IssuesSearch) => void }

/** The source's four, and what waits for the asker; the counts filter the list. */
export function IssueCards({ search, onChange }: IssueCardsProps) {
  const t = useTranslations('issues')
  const formats = useFormats()
  const { data, isError } = useQuery(issueCardsQuery)
  const count = (value: number | undefined) =>
    value === undefined ? (isError ? DASH : undefined) : formats.count(value)
  const status = (status: 'open' | 'in_progress' | 'resolved') => ({
    active: search.status === status,
    onOpen: () => onChange({ status: search.status === status ? undefined : status }),
  })
  const average = data?.averageResponse
  return (
    <FiveCards label={t('cards.label')} dimmed={false}>
      <KpiCard
        label={t('cards.open')}
        value={count(data?.open)}
        sub={t('cards.openSub')}
        {...status('open')}
      />
      <KpiCard
        label={t('cards.inProgress')}
        value={count(data?.inProgress)}
        sub={t('cards.inProgressSub')}
        {...status('in_progress')}
      />
      <KpiCard label={t('cards.resolved')} value={count(data?.resolved)} sub={t('cards.resolvedSub')} />
      <KpiCard
        label={t('cards.response')}
        value={
          average === undefined || average === null
            ? (count(undefined) ?? (data ? DASH : undefined))
            : t('duration', { hours: Math.floor(average / 60), minutes: average % 60 })
        }
        sub={t('cards.responseSub')}
      />
      <KpiCard
        label={t('cards.waiting')}
        value={count(data?.waiting)}
        sub={t('cards.waitingSub')}
        active={search.desk === 'waiting'}
        onOpen={() => onChange({ desk: search.desk === 'waiting' ? undefined : 'waiting' })}
      />
    </FiveCards>
  )
}
