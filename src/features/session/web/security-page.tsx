import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { OwnSession } from '../contract.ts'
import { EmailPanel } from './email-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { sessionApi } from './session-api.ts'
import { SessionsTable } from './sessions-table.tsx'

// The last of the screen: nothing moves when it comes.
const SecondFactorPanel = lazyComponent(() => import('./second-factor-panel.tsx'))
const OwnDataPanel = lazyComponent(() => import('./own-data-panel.tsx'))

const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await sessionApi.own({}, { signal })).items,
})

/** The asker's own sessions: device and last use, and the way to end them (A3). */
export default function SecurityPage() {
  const t = useTranslations('security')
  const failureText = useFailureText()
  const { user } = useAccess()
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  const [busy, setBusy] = useState(false)
  const end = async ({ id }: OwnSession) => {
    setBusy(true)
    try {
      await sessionApi.end({ id })
      toast.done(t('ended'))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    setBusy(false)
    await refetch()
  }
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      <Grid>
        <Cell span={12}>
          <PasswordPanel email={user.email} onChanged={refetch} />
        </Cell>
        <Cell span={12}>
          <EmailPanel />
        </Cell>
        <Cell span={12}>
          <Suspense fallback={null}>
            <SecondFactorPanel />
          </Suspense>
        </Cell>
        <Cell span={12}>
          {error && !data ? (
            <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
          ) : (
            <SessionsTable sessions={data} busy={busy} onEnd={(session) => void end(session)} />
          )}
        </Cell>
        <Cell span={12}>
          <Suspense fallback={null}>
            <OwnDataPanel />
          </Suspense>
        </Cell>
      </Grid>
    </>
  )
}
