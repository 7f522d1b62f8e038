import { Skeleton } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { MissingModule, reload } from '../../../platform/web/lazy-component.ts'
import css from './outcome-pages.module.css'

/** A screen whose code is on its way. */
export function PendingPage() {
  const t = useTranslations('ui')
  return (
    <div className={css.pending} aria-busy="true" role="status" aria-label={t('loading')}>
      <Skeleton height={30} width={240} />
      <Skeleton height={112} />
      <Skeleton height={320} />
    </div>
  )
}

/** A screen that broke; the rest of the portal goes on. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('shell')
  const router = useRouter()
  useDocumentTitle(t('brokenTitle'))
  const again = () => {
    if (error instanceof MissingModule) return void reload()
    reset()
    void router.invalidate()
  }
  return <ErrorCard title={t('brokenTitle')} failure={error} onRetry={again} />
}
