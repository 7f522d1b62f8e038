import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Cell } from '../../../platform/web/kit/panel.tsx'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import { useFigureText } from '../../orders/web/published.ts'
import type { Part } from './use-dashboard.ts'

/** Which orders stand behind each card. */
const CARDS = [
  { name: 'totalOrders', search: { view: NO_VIEW } },
  { name: 'inProgressOrders', search: { group: 'processing' } },
  { name: 'notStartedOrders', search: { status: 'not started' } },
  { name: 'otherOrders', search: { group: 'other' } },
] as const

/** Amount of the orders in the currency shown, then in the others, and how many they are together; each card opens them. */
export function OrderFigureCards({ data, failure }: Part) {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const textOf = useFigureText()
  return CARDS.map(({ name, search }) => {
    const figure = data?.cards[name]
    // There only where a status is unknown.
    if (name === 'otherOrders' && !figure) return null
    return (
      <Cell key={name} span={3}>
        <KpiCard
          label={t(`cards.${name}`)}
          value={failure ? DASH : figure && formats.moneyWhole(figure.amount, figure.currency)}
          sub={failure ? t('notLoaded') : figure && textOf(figure)}
          {...(figure && { link: (card) => <Link to="/orders" search={search} {...card} /> })}
        />
      </Cell>
    )
  })
}
