import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Shipment, ShipmentGroup } from '../contract.ts'
import css from './tracking.module.css'

const TONES: Record<ShipmentGroup, Tone> = {
  processing: 'mute',
  in_transit: 'info',
  delivered: 'good',
  delayed: 'bad',
  at_risk: 'warn',
}

/** Text as received, whole on hover where it is cut. */
export function Text({ children }: { children: string | null }) {
  const text = children?.trim()
  if (!text) return DASH
  return <span title={text.length > 24 ? text : undefined}>{text}</span>
}

export function Day({ children }: { children: string | null }) {
  return useFormats().date(children)
}

/** Its own state, and beside it what is to be watched. */
export function State({ shipment: { state, warning } }: { shipment: Pick<Shipment, 'state' | 'warning'> }) {
  const t = useTranslations('tracking.groups')
  return (
    <span className={css.state}>
      <Badge tone={TONES[state]}>{t(state)}</Badge>
      {warning && <Badge tone={TONES[warning]}>{t(warning)}</Badge>}
    </span>
  )
}

/** The estimate, and by how many days it was missed or is. */
export function Estimate({ shipment: { estimatedOn, daysLate } }: { shipment: Shipment }) {
  const t = useTranslations('tracking')
  return (
    <>
      <Day>{estimatedOn}</Day>
      {daysLate !== null && daysLate > 0 && (
        <small className={css.late}> {t('daysLate', { count: daysLate })}</small>
      )}
    </>
  )
}
