import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import type { OwnSession } from '../../../session/contract.ts'
import { useDeviceName } from '../../../session/web/published.ts'
import type { User } from '../../contract.ts'
import { usersApi } from '../users-queries.ts'
import { useAttempt } from './use-attempt.ts'

type SessionsPanelProps = { user: User; onChanged: () => Promise<unknown> }

/** Where somebody is signed in, and the way to end it. */
export function SessionsPanel({ user: { userId, sessions }, onChanged }: SessionsPanelProps) {
  const t = useTranslations('users')
  const security = useTranslations('security')
  const formats = useFormats()
  const { busy, attempt } = useAttempt(onChanged)
  const end = (sessionId?: string) =>
    void attempt(() => usersApi.endSessions({ userId, ...(sessionId && { sessionId }) }), security('ended'))
  const device = useDeviceName()
  const facts = ({ address, since }: OwnSession) => {
    const at = formats.dateTime(since)
    return address ? security('facts', { address, since: at }) : security('noAddress', { since: at })
  }
  const endable = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <Panel
      title={security('sessions')}
      flush
      actions={
        endable.length > 1 && (
          <Button variant="default" disabled={busy} onClick={() => end()}>
            {t('endAll')}
          </Button>
        )
      }
    >
      {sessions.length === 0 && <EmptyState title={t('noSessions')} />}
      <RecordList
        label={security('sessions')}
        items={sessions.map((session) => ({
          key: session.id,
          title: (
            <>
              {device(session)} {session.isCurrent && <Badge tone="info">{security('thisOne')}</Badge>}
            </>
          ),
          facts: [facts(session), security('lastUsed', { at: formats.dateTime(session.lastUsed) })],
          actions: !session.isCurrent && (
            <Button variant="default" disabled={busy} onClick={() => end(session.id)}>
              {security('end')}
            </Button>
          ),
        }))}
      />
    </Panel>
  )
}
