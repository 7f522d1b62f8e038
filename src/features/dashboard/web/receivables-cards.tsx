import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Cell } from '../../../platform/web/kit/panel.tsx'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import type { Part } from './use-dashboard.ts'

const BUCKETS = [
  { name: 'under30', share: 60 },
  { name: 'under60', share: 25 },
  { name: 'over60', share: 15 },
] as const

/** What is owed by age, from invoices; of who has none the order total by the source's split, said to be an estimate (D4). */
export function ReceivablesCards({ data, failure }: Part) {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const receivables = data?.receivables
  // Withheld: the client does without the finance module, or the asker may not see invoices.
  if (receivables === null) return null
  return BUCKETS.map(({ name, share }) => (
    <Cell key={name} span={3}>
      <KpiCard
        label={t(`cards.${name}`)}
        value={failure ? DASH : receivables && formats.moneyWhole(receivables[name], receivables.currency)}
        sub={
          failure
            ? t('notLoaded')
            : receivables?.basis === 'invoices'
              ? t('cards.fromInvoices')
              : `${t('cards.estimate')} · ${t('cards.shareOf', { share: formats.share(share) })}`
        }
        {...(receivables && {
          link: (card) =>
            receivables.basis === 'invoices' ? (
              <Link
                to="/finance"
                search={{ currency: receivables.currency, part: name, sort: 'dueDate' }}
                {...card}
              />
            ) : (
              <Link to="/orders" search={{ view: NO_VIEW }} {...card} />
            ),
        })}
      />
    </Cell>
  ))
}
