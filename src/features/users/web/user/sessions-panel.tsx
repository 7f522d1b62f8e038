import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { SessionsTable } from '../../../session/web/published.ts'
import type { User } from '../../contract.ts'
import { usersApi } from '../users-queries.ts'
import { useAttempt } from './use-attempt.ts'

type SessionsPanelProps = { user: User; onChanged: () => Promise<unknown> }

/** Where somebody is signed in, and the way to end it. */
export function SessionsPanel({ user: { userId, sessions }, onChanged }: SessionsPanelProps) {
  const t = useTranslations('users')
  const security = useTranslations('security')
  const { busy, attempt } = useAttempt(onChanged)
  const end = (sessionId?: string) =>
    void attempt(() => usersApi.endSessions({ userId, ...(sessionId && { sessionId }) }), security('ended'))
  return (
    <SessionsTable
      sessions={sessions}
      busy={busy}
      onEnd={({ id }) => end(id)}
      tools={
        sessions.filter(({ isCurrent }) => !isCurrent).length > 1 && (
          <Button variant="default" disabled={busy} onClick={() => end()}>
            {t('endAll')}
          </Button>
        )
      }
    />
  )
}
