import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../platform/web/kit/panel.tsx'

export const CHART_HEIGHT = 240

/** The chart's place until its code is here: as high as the chart with its legend. */
export function RevenueSkeleton() {
  const t = useTranslations('dashboard.revenue')
  return (
    <Panel title={t('title')} busy>
      <Skeleton height={CHART_HEIGHT + 27} />
    </Panel>
  )
}
