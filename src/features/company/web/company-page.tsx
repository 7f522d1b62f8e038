import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ResetOnVersion } from '../../../platform/web/forms/reset-on-version.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { ClosedDaysPanel } from './closed-days-panel.tsx'
import css from './company.module.css'
import { CompanyForm } from './company-form.tsx'
import { companyQuery } from './company-queries.ts'
import { LogoPanel } from './logo-panel.tsx'

/** The manufacturer as the portal tells of it: on the sign-in screen, in mails, and wherever its name stands (H1). */
export default function CompanyPage() {
  const t = useTranslations('company')
  const { data, error, refetch } = useQuery(companyQuery)
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={360} />
        </div>
      ) : (
        <div className={css.panels}>
          <LogoPanel logo={data.logo} />
          <ResetOnVersion version={data.version}>
            <CompanyForm company={data} />
          </ResetOnVersion>
          <ClosedDaysPanel />
        </div>
      )}
    </>
  )
}
