import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { EnterButton } from './entering/enter-button.tsx'
import { Estimate, State } from './shipment-cells.tsx'
import css from './tracking.module.css'
import { shipmentsOfOrderQuery } from './tracking-queries.ts'
import { useTrackingFailure } from './use-tracking-failure.ts'

/** The shipments of one order, each with the way to where it is. */
export default function OrderShipments({
  order,
}: {
  order: { id: number; tenantName?: string | undefined }
}) {
  const t = useTranslations('tracking')
  const formats = useFormats()
  const failureText = useTrackingFailure()
  const { data, error, refetch } = useQuery(shipmentsOfOrderQuery(order.id))
  return (
    <Panel
      title={t('ofOrder')}
      note={data && t('shipments', { count: data.total ?? 0 })}
      actions={<EnterButton order={order} />}
      busy={!data && !error}
    >
      {data?.items.length === 0 && <p className={css.quiet}>{t('noneOfOrder')}</p>}
      {data && data.items.length > 0 && (
        <ul className={css.ofOrder}>
          {data.items.map((shipment) => (
            <li key={shipment.id}>
              <Link to="/orders/tracking" search={{ shipment: shipment.id } as never}>
                {shipment.trackingNumber}
              </Link>
              <State shipment={shipment} />
              {shipment.furtherOrders.length > 0 && (
                <small>
                  {t('together', {
                    orders: formats.list(
                      [shipment.ordNo ?? shipment.primary ?? [], shipment.furtherOrders].flat(),
                    ),
                  })}
                </small>
              )}
              <small>
                {shipment.carrier} · {t('columns.estimatedOn')}: <Estimate shipment={shipment} />
              </small>
            </li>
          ))}
        </ul>
      )}
      {!data && error && (
        <p role="alert">
          {failureText(error)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('again')}
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton height={56} />}
    </Panel>
  )
}
