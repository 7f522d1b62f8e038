import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ChoiceChip, ClearFilters, FilterBar, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { ReceivedFeedback } from '../contract.ts'
import { MOST_STARS, RATINGS, RECOMMENDATIONS, TEXTS } from '../domain/vocabulary.ts'
import css from './feedback.module.css'
import { feedbackQuery, feedbackSummaryQuery } from './feedback-queries.ts'
import { type FeedbackSearch, NO_FILTER, STATES } from './feedback-search.ts'
import { FeedbackSheet } from './feedback-sheet.tsx'

/** What people think of the portal: in sum, and one by one (F5). */
export default function FeedbackInboxPage() {
  const t = useTranslations('feedback')
  const [search, change] = useUrlState<FeedbackSearch>()
  const columns = useColumns()
  const choice = useColumnChoice('feedback', columns)
  const list = useCursorList(feedbackQuery(search))
  const { rows, total, dimmed } = list
  const [opened, setOpened] = useState<number | null>(null)
  const one = rows.find(({ id }) => id === opened)
  const filtered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <PageHead title={t('inboxTitle')} subtitle={t('inboxSubtitle')} />
      <Summary search={search} onFilter={change} />
      <FilterBar note={!dimmed && total !== null && t('count', { count: total })}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search.search}
          onChange={(text) => change({ search: text })}
        />
        <SegmentChips
          label={t('state')}
          value={search.state}
          any={t('any')}
          choices={STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          onChange={(state) => change({ state: state as FeedbackSearch['state'] })}
        />
        <ChoiceChip
          label={t('wouldRecommend')}
          value={search.recommendation}
          any={t('any')}
          choices={RECOMMENDATIONS.map((one) => ({ value: one, label: t(`recommendations.${one}`) }))}
          onChange={(value) => change({ recommendation: value as FeedbackSearch['recommendation'] })}
        />
        <ChoiceChip
          label={t('atMost')}
          value={search.stars === undefined ? undefined : String(search.stars)}
          any={t('any')}
          choices={Array.from({ length: MOST_STARS }, (_, at) => ({
            value: String(at + 1),
            label: t('stars', { count: at + 1 }),
          }))}
          onChange={(value) => change({ stars: value === undefined ? undefined : Number(value) })}
        />
        {filtered && <ClearFilters onClear={() => change(NO_FILTER)}>{t('clear')}</ClearFilters>}
      </FilterBar>
      <DataTable
        label={t('inboxTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ name, email }) => name || email}
        choice={choice}
        onOpen={({ id }) => setOpened(id)}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      {one && <FeedbackSheet feedback={one} onClose={() => setOpened(null)} />}
    </>
  )
}

type SummaryProps = { search: FeedbackSearch; onFilter: (patch: Partial<FeedbackSearch>) => void }

function Summary({ search, onFilter }: SummaryProps) {
  const t = useTranslations('feedback')
  const formats = useFormats()
  const { data } = useQuery(feedbackSummaryQuery)
  const average = (value: number | null) => (value === null ? '–' : formats.quantity(value))
  const positive = data && data.recommendations.definitely + data.recommendations.probably
  const answered = data && Object.values(data.recommendations).reduce((sum, one) => sum + one, 0)
  return (
    <div className={css.cards}>
      <KpiCard
        label={t('toReview')}
        value={data && formats.count(data.toReview)}
        sub={data && t('ofAll', { count: data.count })}
        active={search.state === 'open'}
        onOpen={() => onFilter({ state: search.state === 'open' ? undefined : 'open' })}
      />
      <KpiCard
        label={t('toContact')}
        value={data && formats.count(data.toContact)}
        sub={t('toContactNote')}
        active={search.contact === 'true'}
        onOpen={() =>
          onFilter(
            search.contact === 'true'
              ? { contact: undefined, state: undefined }
              : { contact: 'true', state: 'open' },
          )
        }
      />
      <KpiCard
        label={t('wouldRecommend')}
        value={data && (answered ? formats.share(((positive ?? 0) / answered) * 100) : '–')}
        sub={data && t('ofAnswers', { count: answered ?? 0 })}
      />
      {RATINGS.map((rating) => (
        <KpiCard
          key={rating}
          label={t(`ratings.${rating}`)}
          value={data && average(data.averages[rating])}
          sub={t('ofFive')}
        />
      ))}
    </div>
  )
}

function useColumns(): readonly Column<ReceivedFeedback>[] {
  const t = useTranslations('feedback')
  const formats = useFormats()
  const unsorted = { sortable: false }
  return [
    {
      id: 'name',
      title: t('person'),
      cell: ({ name, email }) => name || email,
      fixed: true,
      narrow: true,
      ...unsorted,
    },
    {
      id: 'company',
      title: t('company'),
      cell: ({ tenantName }) => tenantName ?? t('noCompany'),
      narrow: true,
      ...unsorted,
    },
    {
      id: 'stars',
      title: t('columns.stars'),
      cell: ({ overallSatisfaction }) =>
        overallSatisfaction === 0 ? '–' : t('stars', { count: overallSatisfaction }),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'recommend',
      title: t('columns.recommend'),
      cell: ({ wouldRecommend }) => (wouldRecommend ? t(`recommendations.${wouldRecommend}`) : '–'),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'text',
      title: t('said'),
      cell: (row) => TEXTS.flatMap((text) => row[text] ?? []).join(' · ') || '–',
      fills: true,
      ...unsorted,
    },
    {
      id: 'contact',
      title: t('wantsContact'),
      cell: ({ contactForFollowUp }) => t(contactForFollowUp ? 'yes' : 'no'),
      ...unsorted,
    },
    {
      id: 'state',
      title: t('state'),
      cell: ({ reviewedAt }) => (
        <Badge tone={reviewedAt ? 'good' : 'info'}>{t(`states.${reviewedAt ? 'reviewed' : 'open'}`)}</Badge>
      ),
      card: 'corner',
      ...unsorted,
    },
    {
      id: 'sentAt',
      title: t('sentAt'),
      cell: ({ sentAt }) => formats.dateTime(sentAt),
      card: 'fact',
      ...unsorted,
    },
  ]
}
