import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { taxName } from '../../domain/tax-name.ts'
import { sumsOf } from './draft-sums.ts'
import type { DraftValues } from './draft-values.ts'
import css from './drafts.module.css'
import { taxRatesQuery } from './drafts-queries.ts'

const CURRENCY = /^[A-Z]{3}$/

/** Subtotal, taxes, total and due date while they are typed. */
export function DraftTotals({ values }: { values: DraftValues }) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const { data } = useQuery(taxRatesQuery)
  const { subtotal, taxes, total } = sumsOf(values, data?.items ?? [])
  const currency = values.currency.trim().toUpperCase()
  const money = (amount: string) => (CURRENCY.test(currency) ? formats.money(amount, currency) : amount)
  return (
    <dl className={css.totals} aria-live="polite">
      <dt>{t('lines.subtotal')}</dt>
      <dd>{money(subtotal)}</dd>
      {taxes.map(({ name, rate, amount }, at) => [
        // biome-ignore lint/suspicious/noArrayIndexKey: two taxes may bear one name
        <dt key={`${at} name`}>
          {taxName(name, (code) => t(`taxNames.${code}`))} {rate && formats.rate(rate)}
        </dt>,
        // biome-ignore lint/suspicious/noArrayIndexKey: the same
        <dd key={`${at} sum`}>{money(amount)}</dd>,
      ])}
      <dt data-sum>{t('lines.total')}</dt>
      <dd data-sum>{money(total)}</dd>
      {values.dueDate !== '' && (
        <>
          <dt>{t('columns.dueDate')}</dt>
          <dd>{formats.date(values.dueDate)}</dd>
        </>
      )}
    </dl>
  )
}
