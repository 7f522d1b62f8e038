import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can, useAccess } from '../../../platform/web/access/access.tsx'

/** The way to the support team, about an order where one is named; for those who may write to it. */
export function ContactSupport({ label, order }: { label: string; order?: number }) {
  const access = useAccess()
  if (!can(access, { permission: 'conversations.write', module: 'chat' })) return null
  return (
    <Button
      variant="default"
      leftSection={<IconMessagePlus size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props: object) => (
        <Link
          to="/chat"
          search={{ contact: 'support', compose: true, ...(order !== undefined && { order }) }}
          {...props}
        />
      )}
    >
      {label}
    </Button>
  )
}
