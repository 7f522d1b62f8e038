import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ChartData, ChartSeries } from '../../../../platform/web/charts/chart-data.ts'
import { ChartPanel } from '../../../../platform/web/charts/chart-panel.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { ChoiceChip } from '../../../../platform/web/kit/filters.tsx'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import type { LotTrends } from '../../contract.ts'
import css from '../lots.module.css'
import { trendsQuery } from '../lots-queries.ts'
import type { LotSearch } from '../lots-search.ts'
import { useTestName } from '../use-test-name.ts'

type Test = LotTrends['tests'][number]

/** One test over the lots of the product that one has, with its limits: chosen here or in the results. */
export default function LotTrend({ address, lotNo }: { address: string; lotNo: string }) {
  const t = useTranslations('lots.trend')
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery(trendsQuery(address))
  const [search, change] = useUrlState<LotSearch>()
  const chartOf = useTrendChart()
  const nameOf = useTestName()
  if (error && !data)
    return (
      <ErrorCard
        title={t('notLoaded')}
        message={failureText(error)}
        failure={error}
        onRetry={() => void refetch()}
      />
    )
  const drawn = data?.tests.filter(({ points }) => points.some(({ value }) => value !== null))
  const shown = drawn?.find(({ test }) => test === search.test) ?? drawn?.[0]
  return (
    <ChartPanel
      title={t('title')}
      note={shown && t('lots', { count: shown.points.length })}
      kind="lines"
      data={drawn && chartOf(shown)}
      height={200}
      fileName={`${lotNo}-${shown?.test ?? ''}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}
      controls={
        shown && (
          <span className={css.chosen}>
            <ChoiceChip
              label={t('test')}
              any={nameOf(drawn?.[0]?.test ?? '')}
              value={shown === drawn?.[0] ? undefined : shown.test}
              choices={(drawn ?? []).slice(1).map(({ test }) => ({ value: test, label: nameOf(test) }))}
              onChange={(test) => change({ test })}
            />
          </span>
        )
      }
      empty={<EmptyState title={t('none')} hint={t('noneHint')} />}
    />
  )
}

function useTrendChart() {
  const t = useTranslations('lots.trend')
  const formats = useFormats()
  const nameOf = useTestName()
  return (test: Test | undefined): ChartData => {
    if (!test) return { categoryTitle: t('lot'), categories: [], series: [] }
    const { points, unit, min, max } = test
    const format = (value: number | string) =>
      [formats.quantity(Number(value)), unit].filter(Boolean).join(' ')
    const limit = (key: 'min' | 'max', value: string): ChartSeries => ({
      key,
      name: t(key),
      values: points.map(() => value),
      format,
      dashed: true,
      color: 'c2',
    })
    return {
      categoryTitle: t('lot'),
      measured: true,
      categories: points.map(({ lotNo, manufacturedOn }) => ({
        key: lotNo,
        label: lotNo,
        longLabel: [lotNo, manufacturedOn && formats.date(manufacturedOn)].filter(Boolean).join(' · '),
      })),
      series: [
        {
          key: 'value',
          name: nameOf(test.test),
          values: points.map(({ value }) => value),
          format,
          color: 'c1',
        },
        ...(min === null ? [] : [limit('min', min)]),
        ...(max === null ? [] : [limit('max', max)]),
      ],
    }
  }
}
