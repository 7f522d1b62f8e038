import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'

export function NotFoundPage() {
  const t = useTranslations('shell')
  return (
    <>
      <PageHead title={t('notFoundTitle')} />
      <Panel>
        <EmptyState
          title={t('notFoundText')}
          icon={<IconMapQuestion size={22} stroke={1.75} />}
          actions={<Link to="/">{t('returnToDashboard')}</Link>}
        />
      </Panel>
    </>
  )
}
