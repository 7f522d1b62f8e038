import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { switchTenant } from '../../session/web/published.ts'
import type { ClientDetail } from '../contract.ts'
import css from './clients.module.css'

const GROUPS = ['active', 'processing', 'shipped', 'delivered', 'issues', 'other'] as const

/** What there is of a client. A figure leads to its rows: the administrator then looks at this client alone. */
export function ClientFigures({ client }: { client: ClientDetail }) {
  const t = useTranslations('clients')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const router = useRouter()
  const openAs = async (to: '/orders' | '/sales' | '/members') => {
    try {
      await switchTenant(queries, client.id)
      await router.navigate({ to })
    } catch (fault) {
      toast.failed(failureText(fault))
    }
  }
  const [first, ...others] = client.sales
  return (
    <section className={css.panels} aria-label={t('figures')}>
      <div className={css.cards}>
        <KpiCard
          label={t('orders')}
          value={formats.count(client.orders)}
          sub={t('openOrders')}
          onOpen={() => void openAs('/orders')}
        />
        <KpiCard
          label={t('sales')}
          value={first ? formats.moneyWhole(first.amount, first.currency) : formats.count(0)}
          sub={
            others.length > 0
              ? formats.list(others.map(({ amount, currency }) => formats.moneyWhole(amount, currency)))
              : t('salesLines', { count: first?.lines ?? 0 })
          }
          onOpen={() => void openAs('/sales')}
        />
        <KpiCard
          label={t('people')}
          value={formats.count(client.people)}
          sub={t('lastSignInAt', { at: formats.dateTime(client.lastSignIn) })}
          onOpen={() => void openAs('/members')}
        />
        <KpiCard
          label={t('lastData')}
          value={client.lastData ? formats.asOf(client.lastData) : t('never')}
          sub={t('lastDataText')}
        />
      </div>
      <p className={css.groups}>
        {GROUPS.filter((group) => group !== 'other' || client.groups.other).map((group) => (
          <span key={group}>{t(`groups.${group}`, { count: client.groups[group] ?? 0 })}</span>
        ))}
      </p>
    </section>
  )
}
