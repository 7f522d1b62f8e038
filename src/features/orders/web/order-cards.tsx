import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { FiveCards } from '../../../platform/web/kit/five-cards.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import type { OrderPage } from '../contract.ts'
import type { OrderGroup } from '../domain/order-status.ts'

/** Those that the source names come first; `other` is shown where it holds something. */
const GROUPS_IN_ORDER: readonly OrderGroup[] = [
  'active',
  'processing',
  'issues',
  'shipped',
  'delivered',
  'other',
]

/** Without `other` while it is empty, unless it is chosen. */
export const groupsShown = (counts: OrderPage['counts'] | undefined, chosen: OrderGroup | undefined) =>
  GROUPS_IN_ORDER.filter((group) => group !== 'other' || chosen === 'other' || (counts?.other ?? 0) > 0)

type OrderCardsProps = {
  /** Not given: not known yet. */
  counts: OrderPage['counts'] | undefined
  dimmed: boolean
  group: OrderGroup | undefined
  onChoose: (group: OrderGroup | undefined) => void
}

/** Orders per group, over all of them; each card filters the table by its group, and pressed again it does not. */
export function OrderCards({ counts, dimmed, group, onChoose }: OrderCardsProps) {
  const t = useTranslations('orders.groups')
  const formats = useFormats()
  return (
    <FiveCards label={t('title')} dimmed={dimmed} brief>
      {groupsShown(counts, group).map((name) => (
        <KpiCard
          key={name}
          label={t(`${name}.label`)}
          value={counts ? formats.count(counts[name]) : undefined}
          sub={t(`${name}.meaning`)}
          active={group === name}
          onOpen={() => onChoose(group === name ? undefined : name)}
        />
      ))}
    </FiveCards>
  )
}
