import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import { orderToSendQuery } from './entered-queries.ts'
import ShipmentEditor from './shipment-editor.tsx'
import { type EnterButtonProps, ofOrder } from './shipment-values.ts'

/** A new shipment; what its order still has to send is looked up before. */
export default function BegunShipment({
  order,
  onSaved,
  onClose,
}: EnterButtonProps & { onClose: () => void }) {
  const { tenant, seesAllTenants } = useAccess()
  const of = useQuery({ ...orderToSendQuery(order?.id ?? 0), enabled: order !== undefined })
  const tenants = useQuery({ ...tenantsQuery, enabled: order !== undefined && seesAllTenants })
  // What cannot be looked up is typed.
  const waits = order !== undefined && (of.isPending || (seesAllTenants && tenants.isPending))
  if (waits) return null
  const owner = tenant ?? tenants.data?.find(({ name }) => name === order?.tenantName)
  return (
    <ShipmentEditor
      id={null}
      begins={of.data && ofOrder(of.data, owner?.id)}
      {...(onSaved && { onSaved })}
      onClose={onClose}
    />
  )
}
