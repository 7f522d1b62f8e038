import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { KpiCard } from '../../../../platform/web/kit/kpi-card.tsx'
import { Cell } from '../../../../platform/web/kit/panel.tsx'
import type { CurrentSales } from '../../contract.ts'
import css from './current.module.css'

type CurrentCardsProps = {
  sales: CurrentSales | undefined
  /** What the figures cover, in words. */
  period: string
  onOpen: () => void
}

/** The totals of what is filtered, with the averages beneath (D2). */
export function CurrentCards({ sales, period, onOpen }: CurrentCardsProps) {
  const t = useTranslations('sales')
  const tCurrent = useTranslations('currentSales')
  const formats = useFormats()
  const totals = sales?.totals
  const money = (amount: string) => formats.moneyWhole(amount, sales?.currency ?? null)
  const cards = [
    {
      label: tCurrent('totalRevenue'),
      value: totals && money(totals.revenue),
      sub: totals && [
        tCurrent('perOrder', { amount: money(totals.averagePerOrder) }),
        tCurrent('perLine', { amount: money(totals.averagePerLine) }),
      ],
    },
    {
      label: t('totalQuantity'),
      value: totals && formats.count(totals.quantity),
      sub: totals && [t('orders', { count: totals.orders }), t('salesLines', { count: totals.lines })],
    },
  ]
  return cards.map(({ label, value, sub }) => (
    <Cell key={label} span={3}>
      <KpiCard
        label={label}
        value={value}
        sub={
          sub && (
            <span>
              {sub.map((text) => (
                <Fragment key={text}>
                  <span className={css.fact}>{`${text}\u00a0·`}</span>{' '}
                </Fragment>
              ))}
              <span className={css.fact}>{period}</span>
            </span>
          )
        }
        subLines={3}
        onOpen={totals && onOpen}
      />
    </Cell>
  ))
}
