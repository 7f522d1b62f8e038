import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { Order } from '../../contract.ts'
import { Amount, Status } from '../order-cells.tsx'
import { orderQuery } from '../orders-queries.ts'
import css from './order-detail.module.css'

/** The number is nobody's, or somebody else's: both read the same. */
export function NoSuchOrder() {
  const t = useTranslations('orders')
  return (
    <>
      <PageHead title={t('detail.noneTitle')} />
      <Panel>
        <EmptyState title={t('detail.none')} actions={<Link to="/orders">{t('detail.back')}</Link>} />
      </Panel>
    </>
  )
}

/** Several orders bear the number: which one? */
export function ChooseOrder({ number, ids }: { number: string; ids: readonly number[] }) {
  const t = useTranslations('orders')
  const found = useQueries({ queries: ids.map((id) => orderQuery(`id:${id}`)) })
  return (
    <>
      <PageHead title={t('orderTitle', { number })} trail={<Link to="/orders">{t('title')}</Link>} />
      <Panel title={t('detail.several', { count: ids.length })} flush>
        <ul className={css.choices}>
          {ids.map((id, index) => (
            <li key={id}>
              <Link to="/orders/$ordNo" params={{ ordNo: `id:${id}` }}>
                <Choice order={found[index]?.data?.order} />
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

function Choice({ order }: { order: Order | undefined }) {
  const t = useTranslations('orders')
  if (!order) return t('detail.loading')
  const names = [order.tenantName, order.primary, order.clientName, order.poNo]
  return (
    <>
      <strong>
        {names
          .map((name) => name?.trim())
          .filter(Boolean)
          .join(' · ') || t('noNumber')}
      </strong>
      <Status order={order} />
      <Amount order={order} />
    </>
  )
}
