import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useGrowthText } from '../../../platform/web/kit/growth.tsx'
import type { SalesLines } from '../contract.ts'
import { averageOf, changeOf } from '../domain/exact.ts'
import type { Measure, Shown } from './figure.ts'
import type { Counted, OpenedFigure, Sums } from './opened-figure.ts'

type Value = number | string | null
type Told = { value: Value; text: string }

/** What the screen says of one thing, and what the lines do; null: nothing; undefined: not known yet. */
export type SumRow = { name: string; shown: Told | null | undefined; sum: Told | null | undefined }

/** What the lines of one side add up to and count; null: could not be had; undefined: not yet. */
export type Side = {
  sums: Sums | null | undefined
  units?: SalesLines['units'] | undefined
  counted: Counted | null | undefined
}

const COUNTS = [
  'orders',
  'customers',
  'products',
  'averagePerLine',
  'averagePerOrder',
  'ordersPerCustomer',
] as const

const isSum = (measure: Measure): measure is keyof Sums =>
  measure === 'quantity' || measure === 'amount' || measure === 'lines'

/** What is not there, and what is not known yet, stay so. */
const known = <From, To>(of: From | null | undefined, read: (of: From) => To) =>
  of === null || of === undefined ? (of as null | undefined) : read(of)

/** Whether it is told by what its lines count, which is asked apart. */
export const isCounted = ({ shown, against }: OpenedFigure): boolean =>
  Object.keys(shown?.counts ?? {}).length > 0 || (against !== undefined && !isSum(against.of))

/** The figure in one table; in a second what it counts, what it is compared with, or what it is the average of. */
export function useSumRows(figure: OpenedFigure, currency: string | null) {
  const t = useTranslations('sales')
  const tSums = useTranslations('sales.lines.sums')
  const growthText = useGrowthText()
  const formats = useFormats()
  const textOf = (of: keyof Counted | Measure, value: number | string): string => {
    if (typeof value === 'string') return formats.money(value, currency)
    return of === 'quantity' || of === 'ordersPerCustomer' ? formats.quantity(value) : formats.count(value)
  }
  const told = (of: keyof Counted | Measure, value: Value | undefined): Told | null | undefined =>
    value === null || value === undefined ? value : { value, text: textOf(of, value) }
  const nameOf = (of: keyof Counted | Measure): string => {
    if (of === 'quantity' || of === 'amount' || of === 'averagePerLine' || of === 'averagePerOrder')
      return t(of)
    return of === 'lines' ? t('lines.count') : tSums(of)
  }
  const { shown, against, averageOver } = figure

  const ofMeasure = (measure: Measure, { sums, counted }: Side): Value | undefined =>
    isSum(measure) ? known(sums, (of) => of[measure]) : known(counted, (of) => of[measure])
  const shownOf = (measure: Measure, of: Shown | null | undefined): Value | undefined =>
    known(of, (it) => (isSum(measure) ? it[measure] : (it.counts?.[measure] ?? null)))

  const own = (side: Side): SumRow[] =>
    (['quantity', 'amount', 'lines'] as const).map((measure) => ({
      name: nameOf(measure),
      // An average is no sum of its lines.
      shown: averageOver ? null : told(measure, shownOf(measure, shown)),
      sum: byUnit(measure, side) ?? told(measure, ofMeasure(measure, side)),
    }))

  /** Kilograms and pieces make no sum (J5). */
  const byUnit = (measure: Measure, { sums, units }: Side): Told | null => {
    if (measure !== 'quantity' || !sums || !units || units.length < 2) return null
    const parts = units.map(({ unit, quantity }) =>
      unit === null
        ? tSums('withoutUnit', { quantity: formats.quantity(quantity) })
        : `${formats.quantity(quantity)} ${unit}`,
    )
    return { value: sums.quantity, text: tSums('mixedUnits', { parts: parts.join(' · ') }) }
  }

  const counts = ({ counted }: Side): SumRow[] =>
    COUNTS.filter((count) => shown?.counts?.[count] !== undefined && against === undefined).map((count) => ({
      name: nameOf(count),
      shown: told(count, shown?.counts?.[count]),
      sum: told(
        count,
        known(counted, (of) => of[count]),
      ),
    }))

  const averages = ({ sums }: Side): SumRow[] => {
    if (!averageOver) return []
    const ofLines = known(sums, ({ quantity, amount }) => ({
      quantity: averageOf(quantity, averageOver, 3),
      amount: averageOf(amount, averageOver, 2).toFixed(2),
    }))
    return (['quantity', 'amount'] as const).map((of) => ({
      name: tSums('averageOf', { of: t(of), count: averageOver }),
      shown: told(of, shownOf(of, shown)),
      sum: told(
        of,
        known(ofLines, (averages) => averages[of]),
      ),
    }))
  }

  const change = (value: number | null | undefined): Told | undefined =>
    value === undefined ? undefined : { value, text: growthText(value, value === null) }
  const compared = (side: Side, beside: Side): SumRow[] => {
    if (!against) return []
    const { of, periods } = against
    const [now, before] = [ofMeasure(of, side), ofMeasure(of, beside)]
    const inPeriod = (period: string) => t('lines.productIn', { product: nameOf(of), period })
    return [
      { name: inPeriod(periods.current), shown: told(of, shownOf(of, shown)), sum: told(of, now) },
      {
        name: inPeriod(periods.previous),
        shown: told(of, shownOf(of, against.shown)),
        sum: told(of, before),
      },
      {
        name: tSums('change'),
        shown: shown === null || against.shown === null ? null : change(against.change),
        sum: known(now, (last) => known(before, (first) => change(changeOf(first ?? 0, last ?? 0)))),
      },
    ]
  }

  return (side: Side, beside: Side): SumRow[][] =>
    [own(side), [...counts(side), ...averages(side), ...compared(side, beside)]].filter(
      (rows) => rows.length > 0,
    )
}
