import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { OwnSession } from '../contract.ts'
import { EmailPanel } from './email-panel.tsx'
import { OwnDataPanel } from './own-data-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { sessionApi } from './session-api.ts'

const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await sessionApi.own({}, { signal })).items,
})

import { useDeviceName } from './use-device-name.ts'

/** The asker's own sessions: device and last use, and the way to end them (A3). */
export default function SecurityPage() {
  const t = useTranslations('security')
  const formats = useFormats()
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
  const device = useDeviceName()
  const facts = ({ address, since }: OwnSession) => {
    const at = formats.dateTime(since)
    return address ? t('facts', { address, since: at }) : t('noAddress', { since: at })
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
          <SecondFactorPanel />
        </Cell>
        <Cell span={12}>
          {error && !data ? (
            <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
          ) : (
            <Panel title={t('sessions')} note={t('note')} flush busy={!data}>
              <RecordList
                label={t('sessions')}
                items={(data ?? []).map((session) => ({
                  key: session.id,
                  title: (
                    <>
                      {device(session)} {session.isCurrent && <Badge tone="info">{t('thisOne')}</Badge>}
                    </>
                  ),
                  facts: [facts(session), t('lastUsed', { at: formats.dateTime(session.lastUsed) })],
                  actions: !session.isCurrent && (
                    <Button variant="default" disabled={busy} onClick={() => void end(session)}>
                      {t('end')}
                    </Button>
                  ),
                }))}
              />
            </Panel>
          )}
        </Cell>
        <Cell span={12}>
          <OwnDataPanel />
        </Cell>
      </Grid>
    </>
  )
}
