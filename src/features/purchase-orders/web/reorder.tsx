import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** A purchase order that begins with the lines of an order. */
export default function Reorder({ order }: { order: { id: number } }) {
  const t = useTranslations('purchaseOrders')
  return (
    <Button
      variant="default"
      leftSection={<IconRepeat size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/orders/purchase-orders/new" search={{ order: order.id } as never} {...props} />
      )}
    >
      {t('reorder')}
    </Button>
  )
}
