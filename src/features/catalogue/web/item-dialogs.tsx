import { useState } from 'react'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import type { CatalogueItem } from '../contract.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'

/** What can be done with a product in a client's catalogue: the offer first, and from there its prices and, if it is ours, itself. */
export function ItemDialogs({ item, onClose }: { item: CatalogueItem; onClose: () => void }) {
  const access = useAccess()
  const [opened, open] = useState<'offer' | 'prices' | 'product'>('offer')
  if (!item.offer) return null
  if (opened === 'prices') return <PricesDialog item={item} onClose={onClose} />
  if (opened === 'product') return <ProductDialog item={item} tenant={item.tenantId} onClose={onClose} />
  return (
    <OfferDialog
      item={{ ...item, offer: item.offer }}
      onPrices={can(access, { permission: 'prices.read' }) ? () => open('prices') : null}
      onProduct={item.offer.own ? () => open('product') : null}
      onClose={onClose}
    />
  )
}
