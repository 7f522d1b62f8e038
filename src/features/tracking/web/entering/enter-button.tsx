import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { fetchedPart } from '../../../../platform/web/fetched-part.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import { orderToSendQuery } from './entered-queries.ts'
import { ofOrder } from './shipment-values.ts'

const ShipmentEditor = fetchedPart(() => import('./shipment-editor.tsx'))

/** Whether the reader enters shipments and corrects them. */
export const useEnters = () => can(useAccess(), { permission: 'tracking.write', module: 'orders' })

type EnterButtonProps = {
  /** The one that it is of, with what it still has to send. */
  order?: { id: number; tenantName?: string | undefined }
  onSaved?: (id: number) => void
}

/** Begins a shipment; nothing for whoever may not. */
export function EnterButton(props: EnterButtonProps) {
  const t = useTranslations('tracking.entering')
  const [opened, open] = useState(false)
  if (!useEnters()) return null
  return (
    <>
      <Button
        variant="default"
        {...(props.order && { size: 'compact-md' as const })}
        onClick={() => open(true)}
      >
        {t('new')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <Begun {...props} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}

function Begun({ order, onSaved, onClose }: EnterButtonProps & { onClose: () => void }) {
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
