import { useTranslations } from 'use-intl'
import { Grid } from '../../../platform/web/kit/panel.tsx'
import css from './dashboard.module.css'
import { OrderFigureCards } from './order-figure-cards.tsx'
import { ReceivablesCards } from './receivables-cards.tsx'
import { EvolutionCard, TotalQuantityCard } from './sales-figure-cards.tsx'
import type { DashboardScreen } from './use-dashboard.ts'

/** The figures in the order of the source; every one opens the rows behind it. */
export function DashboardCards({ orders, sales }: DashboardScreen) {
  const t = useTranslations('dashboard.cards')
  const dimmed = orders?.dimmed || sales?.dimmed
  if (!orders && !sales) return null
  return (
    <section
      className={css.cards}
      aria-label={t('title')}
      aria-busy={dimmed || undefined}
      data-dimmed={dimmed || undefined}
    >
      <Grid>
        {orders && <OrderFigureCards {...orders} />}
        {sales && <TotalQuantityCard {...sales} />}
        {sales && <EvolutionCard {...sales} />}
        {orders && <ReceivablesCards {...orders} />}
      </Grid>
    </section>
  )
}
