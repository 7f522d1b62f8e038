import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import type { EnterButtonProps } from './shipment-values.ts'

const BegunShipment = lazyComponent(() => import('./begun-shipment.tsx'))

/** Whether the reader enters shipments and corrects them. */
export const useEnters = () => can(useAccess(), { permission: 'tracking.write', module: 'orders' })

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
          <BegunShipment {...props} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}
