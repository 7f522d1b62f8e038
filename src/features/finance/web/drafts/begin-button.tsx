import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Order } from '../../../orders/contract.ts'

function Begin({ begin }: { begin: string }) {
  const t = useTranslations('finance.drafts')
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/finance" search={{ begin }} />}>
      {t('invoiceThis')}
    </Button>
  )
}

/** On the page of an order. */
export const InvoiceOrder = ({ order }: { order: Order }) => <Begin begin={`order:${order.id}`} />
/** With an opened shipment. */
export const InvoiceShipment = ({ id }: { id: number }) => <Begin begin={`shipment:${id}`} />
/** On the page of a company. */
export const InvoiceCompany = ({ id }: { id: number }) => <Begin begin={`company:${id}`} />
