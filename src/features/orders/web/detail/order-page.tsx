import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../../platform/web/kit/connection-banner.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Cell, Grid } from '../../../../platform/web/kit/panel.tsx'
import type { OrderDetail } from '../../contract.ts'
import { Amount, Status } from '../order-cells.tsx'
import { orderQuery } from '../orders-queries.ts'
import { useOrderName } from '../use-order-name.ts'
import { useOrdersFailure } from '../use-orders-failure.ts'
import css from './order-detail.module.css'
import { OrderFacts } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderActions, OrderPanels } from './order-panels.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { ChooseOrder, NoSuchOrder } from './other-orders.tsx'
import { PromisedDate } from './promised-date.tsx'
import { StageTrack } from './stage-track.tsx'

/** One order: where it stands, what was recorded of it, its lines, and what other features know of it. */
export default function OrderPage() {
  const t = useTranslations('orders')
  const failureText = useOrdersFailure()
  const params: unknown = useParams({ strict: false })
  const { ordNo = '' } = params as { ordNo?: string }
  const { data, error, refetch, dataUpdatedAt } = useQuery(orderQuery(ordNo))
  if (data)
    return (
      <Opened
        ordNo={ordNo}
        detail={data}
        staleFailure={error}
        updatedAt={dataUpdatedAt}
        onRetry={() => void refetch()}
      />
    )
  if (isProblem(error, 404)) return <NoSuchOrder />
  if (isProblem(error) && error.code === 'ambiguous')
    return <ChooseOrder number={ordNo} ids={error.problem.ids ?? []} />
  return (
    <>
      <PageHead title={t('orderTitle', { number: ordNo.replace(/^id:/, '') })} trail={<Trail />} />
      {error ? (
        <ErrorCard
          title={t('detail.notLoaded')}
          message={failureText(error)}
          failure={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={css.loading} role="status" aria-busy="true" aria-label={t('detail.loading')}>
          <Skeleton height={44} />
          <Skeleton height={180} />
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}

const Trail = () => {
  const t = useTranslations('orders')
  return <Link to="/orders">{t('title')}</Link>
}

type OpenedProps = {
  ordNo: string
  detail: OrderDetail
  staleFailure: unknown
  updatedAt: number
  onRetry: () => void
}

function Opened({ ordNo, detail, staleFailure, updatedAt, onRetry }: OpenedProps) {
  const t = useTranslations('orders')
  const orderName = useOrderName()
  const { order } = detail
  return (
    <>
      <PageHead
        title={orderName(order)}
        badge={<Status order={order} />}
        trail={<Trail />}
        subtitle={<Subtitle detail={detail} />}
        actions={
          <>
            <p className={css.amount}>
              <small>{t('columns.amount')}</small>
              <strong>
                <Amount order={order} />
              </strong>
            </p>
            <OrderActions order={order} />
          </>
        }
      />
      <ConnectionBanner
        loaded={t('detail.loaded', { order: orderName(order) })}
        loading={t('detail.loading')}
        staleFailure={staleFailure}
        updatedAt={updatedAt}
        asOf={detail.asOf}
        onRetry={onRetry}
      />
      <Grid>
        <Cell span={isPromised(detail) ? 8 : 12}>
          <StageTrack stages={detail.stages} />
        </Cell>
        {isPromised(detail) && (
          <Cell span={4}>
            <PromisedDate promised={detail.promised} />
          </Cell>
        )}
        <Cell span={12}>
          <OrderLines detail={detail} />
        </Cell>
        <Cell span={8}>
          <OrderTimeline ordNo={ordNo} timeline={detail.timeline} />
        </Cell>
        <Cell span={4}>
          <div className={css.column}>
            <OrderFacts order={order} />
            <OrderPanels order={order} />
          </div>
        </Cell>
      </Grid>
    </>
  )
}

const isPromised = ({ promised }: OrderDetail) => promised.first !== null || promised.current !== null

/** PO number, client and the day it was placed: as far as they are known. */
function Subtitle({ detail: { order } }: { detail: OrderDetail }) {
  const t = useTranslations('orders')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  const facts = [
    seesAllTenants ? (order.tenantName ?? t('columns.unassigned')) : null,
    order.poNo?.trim(),
    order.clientName?.trim(),
    order.orderDate && t('detail.placed', { date: formats.date(order.orderDate) }),
  ]
  return facts.filter(Boolean).join(' · ')
}
