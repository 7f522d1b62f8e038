import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { SaveFigures } from '../../../../platform/web/charts/save-figures.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter } from '../figure.ts'
import css from './current.module.css'
import { useComparedMonths } from './use-current-period.ts'

type YearToDateProps = {
  sales: CurrentSales | undefined
  filter: HistoryFilter
  dimmed: boolean
  onOpen: (year: number) => void
}

/** The months of this year that are over against the same of the year before (D1): growth, and a bar for each side. */
export function YearToDate({ sales, filter, dimmed, onOpen }: YearToDateProps) {
  const t = useTranslations('currentSales')
  const formats = useFormats()
  const compared = useComparedMonths()
  const ytd = sales?.ytd
  const [previous = '', current = ''] = ytd?.years.map(String) ?? []
  const units = ytd && [
    {
      unit: t('quantity'),
      ...ytd.quantity,
      text: (side: 'previous' | 'current') => formats.count(ytd.quantity[side]),
    },
    {
      unit: t('revenue'),
      ...ytd.revenue,
      text: (side: 'previous' | 'current') => formats.moneyWhole(ytd.revenue[side], sales.currency),
    },
  ]
  return (
    <Panel
      title={ytd ? t('ytd', { previous, current }) : t('ytdTitle')}
      note={ytd && compared(ytd.throughMonth, filter, ytd.years[1])}
      busy={dimmed || !ytd}
      actions={
        ytd && (
          <SaveFigures
            title={t('ytd', { previous, current })}
            fileName={t('files.ytd')}
            heading={t('ytdTitle')}
            rows={[t('quantity'), t('revenue')]}
            columns={[
              { name: previous, values: [ytd.quantity.previous, ytd.revenue.previous] },
              { name: current, values: [ytd.quantity.current, ytd.revenue.current] },
              { name: `${t('growth')} %`, values: [ytd.quantity.growth, ytd.revenue.growth] },
            ]}
          />
        )
      }
    >
      <div className={css.ytd} data-dimmed={dimmed || undefined}>
        {!units
          ? [0, 1].map((key) => <Skeleton key={key} height={87} />)
          : units.map(({ unit, growth, trend, text, ...sides }) => {
              const most = Math.max(0, Number(sides.previous), Number(sides.current))
              return (
                <div key={unit} className={css.unit}>
                  <div className={css.unitHead}>
                    <b>{unit}</b>
                    <Growth percent={growth} trend={trend} />
                  </div>
                  {(['previous', 'current'] as const).map((side) => {
                    const year = ytd.years[side === 'current' ? 1 : 0]
                    const share = most > 0 ? Math.max(0, Number(sides[side])) / most : 0
                    return (
                      <button
                        key={side}
                        type="button"
                        className={css.side}
                        data-side={side}
                        aria-label={t('ytdOpen', { unit, year: String(year), figure: text(side) })}
                        onClick={() => onOpen(year)}
                      >
                        <span>{year}</span>
                        <i>
                          <i style={{ width: `${100 * share}%` }} />
                        </i>
                        <b>{text(side)}</b>
                      </button>
                    )
                  })}
                </div>
              )
            })}
      </div>
    </Panel>
  )
}
