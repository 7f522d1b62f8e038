import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { FiveCards } from '../../../platform/web/kit/five-cards.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import type { ShipmentGroup, ShipmentPage, TransitTimes } from '../contract.ts'
import { transitTimesQuery } from './tracking-queries.ts'

const SUMMARY = ['processing', 'in_transit', 'delayed'] as const satisfies readonly ShipmentGroup[]

type TrackingCardsProps = {
  /** Not given: not known yet. */
  counts: ShipmentPage['counts'] | undefined
  dimmed: boolean
  group: ShipmentGroup | undefined
  onChoose: (group: ShipmentGroup | undefined) => void
}

/** The source's three, each of which filters the table; and how long shipments take, beside what is published. */
export function TrackingCards({ counts, dimmed, group, onChoose }: TrackingCardsProps) {
  const t = useTranslations('tracking')
  const formats = useFormats()
  const { data: times, isError } = useQuery(transitTimesQuery)
  const days = (average: TransitTimes['delivery'] | undefined) => {
    if (!average) return isError ? DASH : undefined
    return average.days === null ? DASH : t('days', { days: average.days })
  }
  return (
    <FiveCards label={t('summary')} dimmed={dimmed}>
      {SUMMARY.map((name) => (
        <KpiCard
          key={name}
          label={t(`groups.${name}`)}
          value={counts ? formats.count(counts[name]) : undefined}
          sub={t(`meanings.${name}`)}
          active={group === name}
          onOpen={() => onChoose(group === name ? undefined : name)}
        />
      ))}
      <KpiCard
        label={t('times.processing')}
        value={days(times?.processing)}
        subLines={2}
        sub={
          times &&
          `${t('times.over', { count: times.processing.shipments })} · ${t('times.publishedRange', times.published.processing)}`
        }
      />
      <KpiCard
        label={t('times.delivery')}
        value={days(times?.delivery)}
        subLines={2}
        sub={
          times &&
          `${t('times.over', { count: times.delivery.shipments })} · ${t('times.published', { days: times.published.delivery })}`
        }
      />
    </FiveCards>
  )
}
