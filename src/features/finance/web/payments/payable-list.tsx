import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { MoreButton } from '../../../../platform/web/kit/more-button.tsx'
import { NumberField } from '../../../../platform/web/kit/number-field.tsx'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { SearchField } from '../../../../platform/web/kit/search-field.tsx'
import { MOST_PARTS } from '../../payments-contract.ts'
import { amountBounds } from './amounts.ts'
import css from './payments.module.css'
import type { usePayable } from './use-payable.ts'

/** Which invoices are paid, whole or in part, and what that comes to. */
export function PayableList({ of }: { of: ReturnType<typeof usePayable> }) {
  const t = useTranslations('payments')
  const formats = useFormats()
  const failureText = useFailureText()
  const { invoices, list, currency } = of
  const failure = of.failure ?? list.failure ?? list.staleFailure
  return (
    <>
      <div className={css.choosing}>
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={of.search}
          onChange={of.setSearch}
        />
        <Button
          variant="default"
          size="compact-md"
          disabled={invoices === undefined || list.rows.length === 0 || of.isFull}
          loading={of.choosing}
          onClick={() => void of.chooseAll()}
        >
          {t('chooseAll')}
        </Button>
        <Button variant="default" size="compact-md" disabled={of.count === 0} onClick={of.chooseNone}>
          {t('chooseNone')}
        </Button>
      </div>
      {invoices === undefined && !failure && <Skeleton height={120} />}
      {invoices?.length === 0 && <p>{t(of.search === undefined ? 'nothing' : 'noHit')}</p>}
      <div className={css.list}>
        <ul aria-label={t('open')}>
          {invoices?.map((invoice) => {
            const typed = of.typedOf(invoice)
            return (
              <li key={invoice.id}>
                <Checkbox
                  label={t('invoice', {
                    number: invoice.number,
                    due: formats.date(invoice.dueDate ?? invoice.date),
                    open: formats.money(invoice.open, currency),
                  })}
                  checked={typed !== undefined}
                  disabled={typed === undefined && of.isFull}
                  onChange={() => of.choose(invoice)}
                />
                {typed !== undefined && (
                  <NumberField
                    bounds={amountBounds(currency)}
                    aria-label={t('amountOf', { number: invoice.number })}
                    maxLength={20}
                    value={typed}
                    onChange={(event) => of.type(invoice, event.currentTarget.value)}
                  />
                )}
              </li>
            )
          })}
        </ul>
        {list.more && (
          <MoreButton more={list.more} small>
            {t('moreOpen')}
          </MoreButton>
        )}
      </div>
      {failure !== null && (
        <Refusal>
          {failureText(failure)}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void list.refresh()}>
            {t('tryAgain')}
          </Button>
        </Refusal>
      )}
      {of.isFull && <p>{t('full', { most: MOST_PARTS })}</p>}
      <p className={css.total}>
        <span>{t('totalOf', { count: of.count })}</span>
        <span>{formats.money(of.total, currency)}</span>
      </p>
    </>
  )
}
