import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import type { Order } from '../../../orders/contract.ts'
import { invoicesOfOrderQuery } from '../finance-queries.ts'
import { InvoiceLink, State } from '../invoice-cells.tsx'
import { useFinanceFailure } from '../use-finance-failure.ts'

/** The invoices of an order, on its page; nothing while there are none. */
export default function OrderInvoices({ order }: { order: Order }) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const failureText = useFinanceFailure()
  const ordNo = order.ordNo?.trim() ?? ''
  const { data, error } = useQuery({ ...invoicesOfOrderQuery(ordNo), enabled: ordNo !== '' })
  // Who looks at several companies meets the same number in another one.
  const items = data?.filter(({ tenantName }) => tenantName === order.tenantName) ?? []
  if (!error && items.length === 0) return null
  return (
    <Panel title={t('ofOrder')}>
      {error && !data ? (
        <Refusal>{failureText(error)}</Refusal>
      ) : (
        <RecordList
          label={t('ofOrder')}
          items={items.map((invoice) => ({
            key: invoice.id,
            title: <InvoiceLink invoice={invoice} />,
            facts: [
              t('ofOrderFacts', {
                date: formats.date(invoice.date),
                total: formats.money(invoice.total, invoice.currency),
                balance: formats.money(invoice.balance, invoice.currency),
              }),
            ],
            actions: <State invoice={invoice} />,
          }))}
        />
      )}
    </Panel>
  )
}
