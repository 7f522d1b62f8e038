import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { FinanceOverview } from '../contract.ts'
import css from './finance.module.css'

/** What the balance is made of: open balances by due date, less the credit; and apart from it what is upcoming. */
export function OwedParts({ data: { receivables, currency } }: { data: FinanceOverview }) {
  const t = useTranslations('finance.owed')
  const formats = useFormats()
  const parts = [
    { name: 'overdue', count: receivables.overdueInvoices },
    { name: 'within7', count: receivables.within7Invoices },
    { name: 'within30', count: receivables.within30Invoices },
    { name: 'later', count: receivables.laterInvoices },
  ] as const
  const content = (name: Parameters<typeof t>[0], amount: string, note?: string) => (
    <>
      <span>{t(name)}</span>
      <strong>{formats.money(amount, currency)}</strong>
      {note && <small>{note}</small>}
    </>
  )
  return (
    <section className={css.parts} aria-label={t('title')}>
      <p>{t('gross')}</p>
      {parts.map(({ name, count }) => (
        <Link key={name} to="/finance" search={{ currency, part: name, sort: 'dueDate' }}>
          {content(name, receivables[name], t('invoices', { count }))}
        </Link>
      ))}
      {Number(receivables.credit) !== 0 && (
        <Link to="/finance/credit" search={{ currency }}>
          {content('credit', negative(receivables.credit))}
        </Link>
      )}
      {receivables.upcomingInvoices > 0 && (
        <Link to="/finance" search={{ currency, state: 'upcoming', sort: 'dueDate' }} data-apart>
          {content(
            'upcoming',
            receivables.upcoming,
            t('upcomingInvoices', { count: receivables.upcomingInvoices }),
          )}
        </Link>
      )}
    </section>
  )
}

/** A credit, as it stands within a sum of debts. */
export const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
