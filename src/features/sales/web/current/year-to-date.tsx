import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChartActions } from '../../../../platform/web/charts/chart-actions.tsx'
import type { ChartData } from '../../../../platform/web/charts/chart-data.ts'
import { ChartTable } from '../../../../platform/web/charts/chart-table.tsx'
import type { WithDrawing } from '../../../../platform/web/charts/save-menu.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Growth, useGrowthText } from '../../../../platform/web/kit/growth.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter } from '../figure.ts'
import css from './current.module.css'
import type { CurrentFigure } from './current-figure.ts'
import { useComparedMonths } from './use-current-period.ts'
import { YearToDatePicture } from './year-to-date-picture.tsx'

type YearToDateProps = {
  sales: CurrentSales | undefined
  filter: HistoryFilter
  dimmed: boolean
  onOpen: (figure: CurrentFigure) => void
}

/** The months of this year that are over against the same of the year before (D1): growth, and a bar for each side. */
export function YearToDate({ sales, filter, dimmed, onOpen }: YearToDateProps) {
  const t = useTranslations('currentSales')
  const tChart = useTranslations('charts')
  const tSales = useTranslations('sales')
  const compared = useComparedMonths()
  const units = useUnits(sales)
  const [asTable, setAsTable] = useState(false)
  const [save, setSave] = useState<{ take: Parameters<WithDrawing>[0] } | null>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const ytd = sales?.ytd
  // No month that is asked for is over: there is nothing to compare, which is not the same as no growth.
  const nothing = ytd && (filter.month ?? 1) > ytd.throughMonth
  const months = ytd && compared(ytd.throughMonth, filter, ytd.years[1])
  const [previous = '', current = ''] = ytd?.years.map(String) ?? []
  const title = ytd ? t('ytd', { previous, current }) : t('ytdTitle')
  // Drawn when it is asked for, for the bars on the screen are buttons.
  useEffect(() => {
    if (save && drawing.current) void save.take(drawing.current).finally(() => setSave(null))
  }, [save])
  const data = (figures: 'values' | 'texts'): ChartData => ({
    categoryTitle: t('ytdTitle'),
    categories: (units ?? []).map(({ unit }) => ({ key: unit, label: unit, closed: true })),
    series: [previous, current, `${t('growth')} %`].map((name, at) => ({
      key: String(at),
      name,
      values: (units ?? []).map((unit) => unit[figures][at] ?? null),
      format: String,
      // The growth stands beside the bars, and has none.
      ...(at === 2 ? { legend: null } : { color: at === 0 ? 'c6' : 'c1' }),
    })),
  })
  return (
    <Panel
      title={title}
      note={!nothing && months}
      busy={dimmed || !ytd}
      actions={
        sales &&
        !nothing && (
          <ChartActions
            title={title}
            note={[months, sales.currency].filter(Boolean).join(' · ')}
            fileName={t('files.ytd')}
            // It keeps its years (D2).
            regardless={[tSales('year')]}
            asTable={asTable}
            onTable={setAsTable}
            data={() => data('values')}
            draw={(take) => setSave({ take })}
          />
        )
      }
    >
      {!units || !ytd ? (
        <div className={css.ytd}>
          {[0, 1].map((key) => (
            <Skeleton key={key} height={87} />
          ))}
        </div>
      ) : nothing && months ? (
        <EmptyState title={months} />
      ) : asTable ? (
        <ChartTable
          label={tChart('figuresOf', { chart: title })}
          data={data('texts')}
          onOpen={(unit, side) =>
            onOpen(
              side === '2'
                ? { kind: 'growth', of: units.find((one) => one.unit === unit)?.of ?? 'amount' }
                : { kind: 'ytd', year: ytd.years[side === '1' ? 1 : 0] },
            )
          }
          opensSeries
        />
      ) : (
        <div className={css.ytd} data-chart data-dimmed={dimmed || undefined}>
          {units.map(({ unit, of, growth, trend, sides }) => (
            <div key={unit} className={css.unit}>
              <div className={css.unitHead}>
                <b>{unit}</b>
                <Growth
                  percent={growth}
                  trend={trend}
                  label={unit}
                  onOpen={() => onOpen({ kind: 'growth', of })}
                />
              </div>
              {sides.map(({ side, year, text, share }) => (
                <button
                  key={side}
                  type="button"
                  className={css.side}
                  data-side={side}
                  aria-label={t('ytdOpen', { unit, year: String(year), figure: text })}
                  onClick={() => onOpen({ kind: 'ytd', year })}
                >
                  <span>{year}</span>
                  <i>
                    <i style={{ width: `${100 * share}%` }} />
                  </i>
                  <b>{text}</b>
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
      {ytd && !nothing && <Dataset ytd={ytd} currency={sales.currency} />}
      {save && units && <YearToDatePicture ref={drawing} units={units} />}
    </Panel>
  )
}

/** Which dataset the figures are of; where the other one differs for the same months, what it has and where. */
function Dataset({ ytd: { years, otherDataset }, currency }: Pick<CurrentSales, 'ytd' | 'currency'>) {
  const t = useTranslations('currentSales')
  const formats = useFormats()
  return (
    <p className={css.dataset}>
      {t('ofCurrent')}
      {otherDataset && !otherDataset.agrees && (
        <>
          {' · '}
          <Link to="/sales" search={{ year: years[1], ...(currency && { currency }) }}>
            {t('historyDiffers', { amount: formats.moneyWhole(otherDataset.revenue, currency) })}
          </Link>
        </>
      )}
    </p>
  )
}

/** Quantity and revenue, each side of each as the wire has it, as it is read, and as a share of the longer bar. */
function useUnits(sales: CurrentSales | undefined) {
  const t = useTranslations('currentSales')
  const growthText = useGrowthText()
  const formats = useFormats()
  if (!sales) return undefined
  const { ytd, currency } = sales
  const unit = (
    of: 'quantity' | 'amount',
    name: string,
    { growth, trend, ...figures }: CurrentSales['ytd']['quantity'] | CurrentSales['ytd']['revenue'],
    read: (figure: number | string) => string,
  ) => {
    const most = Math.max(0, Number(figures.previous), Number(figures.current))
    const sides = (['previous', 'current'] as const).map((side, at) => ({
      side,
      year: ytd.years[at] as number,
      text: read(figures[side]),
      share: most > 0 ? Math.max(0, Number(figures[side])) / most : 0,
    }))
    const percent = growthText(growth, trend === 'new')
    return {
      unit: name,
      of,
      growth,
      trend,
      percent,
      sides,
      values: [figures.previous, figures.current, growth],
      texts: [...sides.map(({ text }) => text), percent],
    }
  }
  return [
    unit('quantity', t('quantity'), ytd.quantity, (figure) => formats.count(Number(figure))),
    unit('amount', t('revenue'), ytd.revenue, (figure) => formats.moneyWhole(String(figure), currency)),
  ]
}
