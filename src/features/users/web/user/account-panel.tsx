import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import type { User } from '../../contract.ts'
import { usersApi } from '../users-queries.ts'
import { EmailDialog } from './email-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ResetFactorDialog } from './reset-factor-dialog.tsx'
import { useAttempt } from './use-attempt.ts'

type AccountPanelProps = { user: User; onChanged: () => Promise<unknown>; onErased: () => void }

/** Whether somebody can come in: state, lock and e-mail. */
export function AccountPanel({ user, onChanged, onErased }: AccountPanelProps) {
  const t = useTranslations('users')
  const formats = useFormats()
  const { busy, attempt } = useAttempt(onChanged)
  const [asking, setAsking] = useState<'deactivate' | 'erase' | 'email' | 'factor' | null>(null)
  const { userId, name, email, deactivatedAt, lockedUntil } = user
  const close = () => setAsking(null)
  return (
    <Panel title={t('account')} flush>
      <RecordList
        label={t('account')}
        items={[
          {
            key: 'state',
            title: (
              <Badge tone={deactivatedAt ? 'mute' : 'good'}>
                {t(deactivatedAt ? 'deactivated' : 'active')}
              </Badge>
            ),
            facts: [
              deactivatedAt
                ? t('deactivatedSince', { at: formats.dateTime(deactivatedAt) })
                : t('since', { at: formats.dateTime(user.since) }),
            ],
            actions: deactivatedAt ? (
              <>
                <Button
                  variant="default"
                  disabled={busy}
                  onClick={() =>
                    void attempt(
                      () => usersApi.setState({ userId, state: 'active' }),
                      t('reactivated', { name }),
                    )
                  }
                >
                  {t('reactivate')}
                </Button>
                <Button variant="default" disabled={busy} onClick={() => setAsking('erase')}>
                  {t('erase')}
                </Button>
              </>
            ) : (
              <Button variant="default" disabled={busy} onClick={() => setAsking('deactivate')}>
                {t('deactivate')}
              </Button>
            ),
          },
          {
            key: 'email',
            title: email,
            facts: [t('emailText')],
            actions: (
              <Button variant="default" disabled={busy} onClick={() => setAsking('email')}>
                {t('changeEmail')}
              </Button>
            ),
          },
          {
            key: 'factor',
            title: t('secondFactor'),
            facts: [t(user.secondFactor ? 'secondFactorOn' : 'secondFactorOff')],
            // One's own is taken away on the Security screen, with the password.
            actions: user.secondFactor && !user.isAsker && (
              <Button variant="default" disabled={busy} onClick={() => setAsking('factor')}>
                {t('resetFactor')}
              </Button>
            ),
          },
          ...(lockedUntil
            ? [
                {
                  key: 'lock',
                  title: <Badge tone="warn">{t('locked')}</Badge>,
                  facts: [t('lockedUntil', { at: formats.dateTime(lockedUntil) })],
                  actions: (
                    <Button
                      variant="default"
                      disabled={busy}
                      onClick={() => void attempt(() => usersApi.unlock({ userId }), t('unlocked', { name }))}
                    >
                      {t('unlock')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {asking === 'deactivate' && (
        <ConfirmDialog
          opened
          danger
          title={t('deactivateTitle', { name })}
          text={t('deactivateText', { name })}
          confirm={t('deactivateNow')}
          pending={busy}
          onConfirm={() =>
            void attempt(
              () => usersApi.setState({ userId, state: 'deactivated' }),
              t('deactivatedDone', { name }),
            ).then(close)
          }
          onClose={close}
        />
      )}
      {asking === 'erase' && <EraseDialog user={user} onDone={onErased} onClose={close} />}
      {asking === 'email' && (
        <EmailDialog
          user={user}
          onDone={() => {
            close()
            void onChanged()
          }}
          onClose={close}
        />
      )}
      {asking === 'factor' && (
        <ResetFactorDialog
          user={user}
          onDone={() => {
            close()
            void onChanged()
          }}
          onClose={close}
        />
      )}
    </Panel>
  )
}
