import { useTranslations } from 'use-intl'
import { ChoiceChip, SegmentChips } from '../../../../platform/web/kit/filters.tsx'
import type { SalesAnalytics, SalesComparison } from '../../contract.ts'
import { monthNumber, monthText, readMonth } from '../../domain/months.ts'
import type { ComparedPeriods } from './analytics-figure.ts'
import css from './comparison.module.css'
import { presetOf, presets } from './comparison-presets.ts'
import { usePeriods } from './use-periods.ts'

type ComparisonChoicesProps = {
  /** As the address has them; without any, the year to date. */
  asked: ComparedPeriods
  shown: SalesComparison
  analytics: SalesAnalytics
  onChange: (periods: ComparedPeriods) => void
}

const LONGEST = 240
const NONE: ComparedPeriods = {
  from: undefined,
  to: undefined,
  againstFrom: undefined,
  againstTo: undefined,
}

/** The usual pairs of periods, and both ends of each freely. */
export function ComparisonChoices({ asked, shown, analytics, onChange }: ComparisonChoicesProps) {
  const t = useTranslations('salesAnalytics.compare')
  const periods = usePeriods()
  const { calendar, trend, yearsAvailable } = analytics
  const newest = monthNumber({ year: calendar.currentYear, month: 1 }) + calendar.throughMonth - 1
  const last = Math.max(newest, ...trend.months.map(monthNumber))
  const oldest = monthNumber({ year: yearsAvailable.at(-1) ?? calendar.currentYear, month: 1 })
  const first = Math.max(oldest, last - LONGEST)
  const months = Array.from({ length: last - first + 1 }, (_, at) => monthText(last - at))
  const chosen: Required<ComparedPeriods> = {
    from: shown.period.from,
    to: shown.period.to,
    againstFrom: shown.against.from,
    againstTo: shown.against.to,
  }
  const all = presets(calendar)
  const end = (key: keyof ComparedPeriods) => (
    <ChoiceChip
      label={t(key)}
      // One of them is always chosen: it stands in the place of "no filter", and nothing clears it.
      any={periods.month(readMonth(chosen[key]), 'short')}
      value={undefined}
      choices={months.map((month) => ({ value: month, label: periods.month(readMonth(month), 'short') }))}
      onChange={(month) => month && onChange(withEnd(chosen, key, month))}
    />
  )
  return (
    <div data-print="no">
      <div className={css.choices}>
        <SegmentChips
          label={t('usual')}
          any={t('presets.yearToDate')}
          value={asked.from || asked.againstFrom ? (presetOf(chosen, all) ?? 'free') : undefined}
          choices={(['lastTwelve', 'lastThree', 'lastThreeOfYear'] as const).map((preset) => ({
            value: preset,
            label: t(`presets.${preset}`),
          }))}
          onChange={(preset) => onChange(all[preset as keyof typeof all] ?? NONE)}
        />
      </div>
      <div className={css.choices}>
        {end('from')}
        {end('to')}
        {end('againstFrom')}
        {end('againstTo')}
      </div>
    </div>
  )
}

/** A beginning after the end takes the end with it, and the other way round. */
function withEnd(
  periods: Required<ComparedPeriods>,
  key: keyof ComparedPeriods,
  month: string,
): ComparedPeriods {
  const next = { ...periods, [key]: month }
  const [from, to] = key.startsWith('against')
    ? (['againstFrom', 'againstTo'] as const)
    : (['from', 'to'] as const)
  return next[from] > next[to] ? { ...next, [from]: month, [to]: month } : next
}
