import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useChangedRows } from '../../../platform/web/table/use-changed-rows.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import type { Shipment } from '../contract.ts'
import { ClassTimes } from './class-times.tsx'
import { EnterButton } from './entering/enter-button.tsx'
import { ShipmentPanel, ShipmentSkeleton } from './shipment-panel.tsx'
import css from './tracking.module.css'
import { TrackingCards } from './tracking-cards.tsx'
import { TrackingFilters } from './tracking-filters.tsx'
import { shipmentsQuery } from './tracking-queries.ts'
import { DEFAULTS, filterOf, isFiltered, type TrackingSearch } from './tracking-search.ts'
import { useShipmentColumns } from './use-shipment-columns.tsx'
import { useTrackingFailure } from './use-tracking-failure.ts'

/** What the screen shows comes by them. */
const UPSTREAM = ['shipments', 'shipment-events', 'shipment-lines']
const shipmentKey = ({ id }: Shipment) => id

/** Where every shipment is: one of them open, all of them beneath, counted, searched, sorted and exported. */
export default function TrackingPage() {
  const t = useTranslations('tracking')
  const [search, changeUrl] = useUrlState<TrackingSearch>(DEFAULTS)
  const filter = filterOf(search)
  const screen = useCursorList(shipmentsQuery(filter))
  const { first, rows, total, dimmed, failure } = screen
  const columns = useShipmentColumns()
  const choice = useColumnChoice('tracking', columns)
  const changed = useChangedRows(rows, shipmentKey, dimmed ? null : JSON.stringify(filter))
  const failureText = useTrackingFailure()
  const queries = useQueryClient()
  const panel = useRef<HTMLDivElement>(null)
  // Whoever searches anew means what that finds.
  const change = (patch: TrackingSearch) =>
    changeUrl('sort' in patch ? patch : { ...patch, shipment: undefined })
  const opened = search.shipment ?? first?.hit ?? rows[0]?.id
  const open = ({ id }: Shipment) => {
    changeUrl({ shipment: id })
    panel.current?.scrollIntoView({ block: 'nearest' })
  }
  // The list first: what it shows on top is opened next.
  const takenBack = async () => {
    await queries.invalidateQueries({ queryKey: ['tracking', 'list'] })
    changeUrl({ shipment: undefined })
  }
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <EnterButton onSaved={(shipment) => changeUrl({ shipment })} />
            <ExportMenu
              offers={[
                {
                  kind: 'shipments',
                  filter,
                  rows: dimmed ? null : total,
                  title: t('matching', { count: total ?? 0 }),
                },
              ]}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              aria-disabled={screen.refreshing}
              onClick={() => void queries.refetchQueries({ queryKey: ['tracking'], type: 'active' })}
            >
              {t(screen.refreshing ? 'refreshing' : 'refresh')}
            </Button>
          </>
        }
      />
      {!failure && (
        <>
          <ConnectionBanner
            loaded={first?.counts ? t('loaded', { count: first.counts.all }) : undefined}
            loading={t('loading')}
            staleFailure={screen.staleFailure}
            updatedAt={screen.updatedAt}
            asOf={first?.asOf}
            kinds={UPSTREAM}
            onRetry={() => void screen.refresh()}
          />
          <TrackingCards
            counts={first?.counts}
            dimmed={dimmed}
            group={filter.group}
            onChoose={(group) => change({ group })}
          />
          <ClassTimes />
        </>
      )}
      <TrackingFilters first={first} total={total} dimmed={dimmed} filter={filter} onChange={change} />
      {failure ? (
        <ErrorCard
          title={t('noneAvailable')}
          message={failureText(failure)}
          failure={failure}
          onRetry={() => void screen.refresh()}
        />
      ) : (
        <>
          <div ref={panel} className={css.panel}>
            {opened === undefined ? (
              screen.loading && <ShipmentSkeleton />
            ) : (
              <ShipmentPanel key={opened} id={opened} onTakenBack={takenBack} />
            )}
          </div>
          <Panel
            title={t('all')}
            actions={
              <span className={css.chooser}>
                <ColumnChooser choice={choice} />
              </span>
            }
            flush
          >
            <DataTable
              label={t('all')}
              columns={columns}
              rows={rows}
              rowKey={shipmentKey}
              changed={changed}
              rowTitle={({ trackingNumber }) => t('shipment', { number: trackingNumber })}
              choice={choice}
              sort={filter.sort}
              onSort={(sort) => change({ sort: sort as TrackingSearch['sort'] })}
              onOpen={open}
              total={total}
              more={screen.more}
              loading={screen.loading}
              dimmed={dimmed}
              empty={<NoShipments filter={search} onChange={change} />}
              flush
            />
          </Panel>
        </>
      )}
    </>
  )
}

type NoShipmentsProps = { filter: TrackingSearch; onChange: (patch: TrackingSearch) => void }

function NoShipments({ filter, onChange }: NoShipmentsProps) {
  const t = useTranslations('tracking')
  if (!isFiltered(filter)) return <EmptyState title={t('none')} hint={t('noneHint')} />
  return (
    <EmptyState
      title={t('noneFound')}
      hint={t('noneFoundHint')}
      actions={
        <Button
          variant="default"
          onClick={() => onChange({ search: undefined, group: undefined, carrier: undefined })}
        >
          {t('clearFilters')}
        </Button>
      }
    />
  )
}
