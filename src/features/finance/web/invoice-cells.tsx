import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import type { Invoice, InvoiceState } from '../contract.ts'
import css from './finance.module.css'
import { invoiceAddress } from './invoice-address.ts'

const TONES: Record<InvoiceState, Tone> = {
  ...{ paid: 'good', pending: 'info', upcoming: 'mute', overdue: 'bad' },
  ...{ credit_open: 'info', credit_applied: 'mute', credit_refunded: 'mute' },
}

/** Where an invoice stands, with for how long it is overdue. */
export function State({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('finance')
  const { state, daysOverdue } = invoice
  return (
    <>
      <Badge tone={TONES[state]}>
        {state === 'overdue' ? t('overdueSince', { days: daysOverdue }) : t(`states.${state}`)}
      </Badge>
      <OnItsWay invoice={invoice} />
    </>
  )
}

/** What was announced to be paid of it, or is to come on a later day. */
function OnItsWay({ invoice: { announced, currency } }: { invoice: Invoice }) {
  const t = useTranslations('finance.announced')
  const formats = useFormats()
  return announced.map(({ kind, reference, date, amount }) => (
    <span key={`${kind} ${reference} ${amount}`} className={css.onItsWay}>
      {t.rich(kind, {
        whole: (text) => <span className={css.whole}>{text}</span>,
        ...{ reference, date: formats.date(date), amount: formats.money(amount, currency) },
      })}
    </span>
  ))
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
