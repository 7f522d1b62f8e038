import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { NavigationItem } from '../../../platform/web/navigation.ts'
import { Slot } from '../../../platform/web/slots/slots.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { CurrencyChoice } from './currency-choice.tsx'
import css from './dashboard.module.css'
import { DashboardBanner } from './dashboard-banner.tsx'
import { DashboardCards } from './dashboard-cards.tsx'
import type { DashboardSearch } from './dashboard-queries.ts'
import { QuickNavigation } from './quick-navigation.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { RevenueSkeleton } from './revenue-skeleton.tsx'
import { useDashboard } from './use-dashboard.ts'
import { useDashboardExport } from './use-dashboard-export.ts'

declare module '../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** Above the figures. */
    'dashboard.top': object
  }
}

const RevenueChart = lazyComponent(() => import('./revenue-chart.tsx'))

/** Where things stand, over every row that the asker may see; `tiles` lead to the other screens. */
export function DashboardPage({ tiles }: { tiles: readonly NavigationItem[] }) {
  const t = useTranslations('dashboard')
  const { user } = useAccess()
  const [{ currency }, change] = useUrlState<DashboardSearch>()
  const screen = useDashboard(currency)
  const file = useDashboardExport(currency)
  const { orders, sales, refresh, refreshing } = screen
  return (
    <>
      <PageHead
        title={t('welcome', { name: user.name || user.email })}
        documentTitle={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={
                file.exporting ? (
                  <Loader size={16} aria-hidden />
                ) : (
                  <IconDownload size={18} stroke={1.75} aria-hidden />
                )
              }
              aria-disabled={file.exporting}
              onClick={file.start}
            >
              {t('export')}
            </Button>
            <Button
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              aria-disabled={refreshing}
              onClick={refresh}
            >
              {t(refreshing ? 'refreshing' : 'refresh')}
            </Button>
            <VisuallyHidden role="status">{file.exporting && t('exporting')}</VisuallyHidden>
          </>
        }
      />
      <Slot name="dashboard.top" given={{}} />
      <DashboardBanner screen={screen} />
      <CurrencyChoice screen={screen} onChoose={(chosen) => change({ currency: chosen })} />
      <DashboardCards {...screen} />
      <Grid>
        <Cell span={8}>
          <div className={css.column}>
            {sales && (
              <Suspense fallback={<RevenueSkeleton />}>
                <RevenueChart {...sales} onRetry={refresh} />
              </Suspense>
            )}
            {orders && <RecentOrders {...orders} onRetry={refresh} />}
          </div>
        </Cell>
        <Cell span={4}>
          <div className={css.column}>
            <QuickNavigation tiles={tiles} />
            {orders && <RecentActivity {...orders} />}
          </div>
        </Cell>
      </Grid>
    </>
  )
}
