import { Button, Skeleton } from '@mantine/core'
import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { Slot } from '../../../platform/web/slots/slots.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { orderAddress } from '../../orders/web/published.ts'
import type { ShipmentDetail } from '../contract.ts'
import { useEnters } from './entering/enter-button.tsx'
import { Estimate, State, Text } from './shipment-cells.tsx'
import { ShipmentSteps } from './shipment-steps.tsx'
import css from './tracking.module.css'
import { shipmentQuery } from './tracking-queries.ts'
import { useTrackingFailure } from './use-tracking-failure.ts'

declare module '../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** What can be done with one shipment. */
    'shipment.action': { id: number }
  }
}

const EnteredActions = lazyComponent(() => import('./entering/entered-actions.tsx'))
const EventDialog = lazyComponent(() => import('./entering/event-dialog.tsx'))

type ShipmentPanelProps = {
  id: number
  /** Staff took it back: it is no longer there. */
  onTakenBack: () => Promise<void>
}

/** One shipment whole: where it stands, what its carrier told, what is in it. */
export function ShipmentPanel({ id, onTakenBack }: ShipmentPanelProps) {
  const t = useTranslations('tracking')
  const failureText = useTrackingFailure()
  const { data, error, refetch } = useQuery(shipmentQuery(id))
  if (data) return <Opened detail={data} onTakenBack={onTakenBack} />
  if (isProblem(error, 404))
    return (
      <Panel>
        <EmptyState title={t('noSuchShipment')} hint={t('noSuchShipmentHint')} />
      </Panel>
    )
  if (error)
    return (
      <ErrorCard
        title={t('notLoaded')}
        message={failureText(error)}
        failure={error}
        onRetry={() => void refetch()}
      />
    )
  return <ShipmentSkeleton />
}

/** Before it is known which one, too: the list below does not jump. */
export function ShipmentSkeleton() {
  const t = useTranslations('tracking')
  return (
    <Panel title={t('oneShipment')} busy>
      <Skeleton height={420} />
    </Panel>
  )
}

type OpenedProps = { detail: ShipmentDetail; onTakenBack: () => Promise<void> }

function Opened({ detail, onTakenBack }: OpenedProps) {
  const t = useTranslations('tracking')
  const { shipment, carrierLink, entered } = detail
  const enters = useEnters()
  return (
    <Panel
      title={t('shipment', { number: shipment.trackingNumber })}
      note={<State shipment={shipment} />}
      actions={
        <>
          <Slot name="shipment.action" given={{ id: shipment.id }} />
          {carrierLink && (
            <Button
              component="a"
              href={carrierLink}
              target="_blank"
              rel="noreferrer noopener"
              variant="default"
              size="compact-md"
              rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
            >
              {t('atCarrier')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.opened}>
        <ShipmentSteps steps={detail.steps} />
        <Facts detail={detail} />
        {(entered || enters) && <p className={css.quiet}>{t(entered ? 'byStaff' : 'fromUpstream')}</p>}
        {entered && enters && (
          <Suspense fallback={null}>
            <EnteredActions shipment={shipment} version={entered.version} onTakenBack={onTakenBack} />
          </Suspense>
        )}
        <Events detail={detail} corrects={enters} />
        <Lines lines={detail.lines} />
      </div>
    </Panel>
  )
}

function Facts({ detail: { shipment, orders, weight, estimateText } }: { detail: ShipmentDetail }) {
  const t = useTranslations('tracking')
  const { seesAllTenants } = useAccess()
  const numbers = [shipment.ordNo ?? shipment.primary, ...shipment.furtherOrders].filter(
    (one) => one !== null,
  )
  const facts: [string, ReactNode][] = [
    [t('columns.carrier'), shipment.carrier],
    [
      t('columns.ordNo'),
      orders.length > 0 ? (
        <span key="orders" className={css.orders}>
          {orders.map((order) => (
            <Link key={order.id} to="/orders/$ordNo" params={{ ordNo: orderAddress(order, seesAllTenants) }}>
              {order.ordNo ?? numbers[0] ?? t('theOrder')}
            </Link>
          ))}
        </span>
      ) : (
        <Text key="number">{numbers.join(', ')}</Text>
      ),
    ],
    [t('columns.poNo'), <Text key="po">{shipment.poNo}</Text>],
    [
      t('columns.estimatedOn'),
      estimateText && shipment.estimatedOn === null ? (
        <Text key="text">{estimateText}</Text>
      ) : (
        <Estimate key="estimate" shipment={shipment} />
      ),
    ],
    [t('columns.clientName'), <Text key="client">{shipment.clientName}</Text>],
    [t('columns.shipTo'), shipment.shipTo ?? DASH],
  ]
  if (weight) facts.push([t('columns.weight'), weight])
  if (shipment.tenantName) facts.unshift([t('columns.tenantName'), shipment.tenantName])
  return (
    <dl className={css.facts}>
      {facts.map(([title, fact]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

type EventsProps = { detail: ShipmentDetail; corrects: boolean }

/** The latest first. */
function Events({ detail: { events, shipment, entered }, corrects }: EventsProps) {
  const t = useTranslations('tracking')
  const [corrected, correct] = useState<ShipmentDetail['events'][number] | null>(null)
  const formats = useFormats()
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t('events.title')}</h3>
      {events.length === 0 && <p className={css.quiet}>{t('events.none')}</p>}
      <ol className={css.events}>
        {events.map((event) => {
          const { id, at, kind, place, note } = event
          const what = t(kind === 'exception' ? 'events.exception' : `steps.${kind}`)
          return (
            <li key={id} data-kind={kind}>
              <time dateTime={at}>{formats.dateTime(at)}</time>
              <span>
                <strong>{what}</strong>
                {[place, note].filter(Boolean).map((text) => (
                  <span key={text}> · {text}</span>
                ))}
                {entered && corrects && (
                  <IconButton
                    label={t('entering.editEvent', { event: `${what}, ${formats.dateTime(at)}` })}
                    variant="subtle"
                    size="sm"
                    ml={6}
                    onClick={() => correct(event)}
                  >
                    <IconPencil size={16} stroke={1.75} aria-hidden />
                  </IconButton>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {corrected && entered && (
        <Suspense fallback={null}>
          <EventDialog
            shipment={shipment}
            version={entered.version}
            event={corrected}
            onClose={() => correct(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function Lines({ lines }: { lines: ShipmentDetail['lines'] }) {
  const t = useTranslations('tracking.lines')
  const heading = useId()
  const columns = useLineColumns(lines.some(({ ordNo }) => ordNo !== null))
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{t('title')}</h3>
      {lines.length === 0 ? (
        <p className={css.quiet}>{t('none')}</p>
      ) : (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={lines}
          rowKey={({ lineNo }) => lineNo}
          rowTitle={({ itemName, itemNo, lineNo }) => itemName ?? itemNo ?? lineNo}
          total={lines.length}
          empty={null}
        />
      )}
    </section>
  )
}

/** `several`: of which order each line is, where that is not the same for all. */
function useLineColumns(several: boolean): readonly Column<ShipmentDetail['lines'][number]>[] {
  const t = useTranslations('tracking.lines')
  const formats = useFormats()
  const text = (id: 'itemName' | 'itemNo' | 'lot' | 'unit' | 'ordNo', title: string, card?: 'fact') => ({
    id,
    title,
    cell: (line: ShipmentDetail['lines'][number]) => <Text>{line[id]}</Text>,
    sortable: false,
    ...(card && { card }),
  })
  return [
    text('itemName', t('item')),
    text('itemNo', t('itemNo'), 'fact'),
    text('lot', t('lot'), 'fact'),
    {
      id: 'quantity',
      title: t('quantity'),
      cell: ({ quantity }) => formats.quantity(quantity),
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    text('unit', t('unit')),
    ...(several ? [text('ordNo', t('ordNo'), 'fact')] : []),
  ]
}
