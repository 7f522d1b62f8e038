import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import type { NavigationItem } from '../../../platform/web/navigation.ts'
import { currentSalesNavigation, salesAnalyticsNavigation, salesHistoryNavigation } from './navigation.ts'

const SCREENS = [salesHistoryNavigation, currentSalesNavigation, salesAnalyticsNavigation]

/** From one sales screen to the others that the asker may see. */
export function SalesLinks({ from }: { from: NavigationItem }) {
  const nav = useTranslations('nav')
  const access = useAccess()
  return SCREENS.filter((item) => item !== from && can(access, item)).map(({ to, label, icon: Icon }) => (
    <Button
      key={to}
      variant="subtle"
      leftSection={<Icon size={18} stroke={1.75} />}
      renderRoot={(props) => <Link to={to} {...props} />}
    >
      {nav(label)}
    </Button>
  ))
}
