import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Invoice, InvoiceState } from '../contract.ts'
import { invoiceAddress } from './invoice-address.ts'

const TONES: Record<InvoiceState, Tone> = {
  ...{ paid: 'good', pending: 'info', upcoming: 'mute', overdue: 'bad' },
  ...{ credit_open: 'info', credit_applied: 'mute', credit_refunded: 'mute' },
}

/** Where an invoice stands, with for how long it is overdue. */
export function State({ invoice: { state, daysOverdue } }: { invoice: Invoice }) {
  const t = useTranslations('finance')
  return (
    <Badge tone={TONES[state]}>
      {state === 'overdue' ? t('overdueSince', { days: daysOverdue }) : t(`states.${state}`)}
    </Badge>
  )
}

/** A number that opens its invoice; `row`: keys open the whole row, so the link is no further stop of the Tab key. */
export function InvoiceLink({ invoice, row = false }: { invoice: Invoice; row?: boolean }) {
  const { seesAllTenants } = useAccess()
  return (
    <Link
      to="/finance/invoices/$number"
      params={{ number: invoiceAddress(invoice, seesAllTenants) }}
      {...(row && { tabIndex: -1 })}
    >
      <strong>{invoice.number}</strong>
    </Link>
  )
}

export function Sum({ amount, currency }: { amount: string; currency: string }) {
  const formats = useFormats()
  return formats.money(amount, currency)
}
