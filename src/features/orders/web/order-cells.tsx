import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { type StageColor, StageDot } from '../../../platform/web/kit/stage-dot.tsx'
import type { Order } from '../contract.ts'
import { isAmountRead, isDone, stageColour, statusTone } from '../domain/order-status.ts'
import type { OrderStatus } from '../domain/statuses.ts'
import css from './order-cells.module.css'
import { Nothing, Text } from './text.tsx'
import { useStatusText } from './use-status-name.ts'

/** A calendar date, in the language. */
export function Day({ children }: { children: string | null }) {
  const formats = useFormats()
  return children ? formats.date(children) : <Nothing />
}

/** The status in the reader's language, by the badge colours of the orders table. */
export function Status({
  order: { ordStat, status, entering },
}: {
  order: Pick<Order, 'ordStat' | 'status' | 'entering'>
}) {
  const t = useTranslations('orders')
  if (entering) return <Badge tone="mute">{t('entering')}</Badge>
  return <StatusBadge text={ordStat} status={status} tone={statusTone(status, ordStat)} />
}

/** A status as received, by its name where it is a word of one that is known. */
export function StatusBadge({
  text,
  status,
  tone,
}: {
  text: string | null
  status: OrderStatus | null
  tone: Tone
}) {
  const statusText = useStatusText()
  const received = text?.trim()
  if (!received) return <Nothing />
  const { name, hint } = statusText(received, status)
  return (
    <Badge tone={tone} hint={hint}>
      {name}
    </Badge>
  )
}

/** Montant Total in its currency; a text that is no figure ("TBD") as it came (C3). */
export function Amount({ order }: { order: Pick<Order, 'amount' | 'currency' | 'montantTotal'> }) {
  const formats = useFormats()
  if (!isAmountRead(order)) return <Text>{order.montantTotal}</Text>
  return <span title={order.montantTotal ?? undefined}>{formats.money(order.amount, order.currency)}</span>
}

/** A stage by the colour of its text (source, section 4). */
export function Stage({ text }: { text: string | null }) {
  const colour = stageColour(text)
  if (colour === 'none') return <Nothing />
  return <StageDot color={colour === 'other' ? null : (colour satisfies StageColor)} text={text} />
}

/** A check mark when the stage is done, otherwise the text that came. */
export function DoneMark({ text }: { text: string | null }) {
  const t = useTranslations('orders')
  if (!isDone(text)) return <Text>{text}</Text>
  return (
    <span className={css.done} role="img" aria-label={t('done')}>
      ✓
    </span>
  )
}
