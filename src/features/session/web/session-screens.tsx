import { Button } from '@mantine/core'
import { IconLogout, IconRefresh, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import css from './session-screens.module.css'
import { SignOutButton } from './sign-out-button.tsx'

const Alone = ({ children }: { children: ReactNode }) => (
  <div className={css.alone}>
    <BrandMark onCanvas />
    <main>{children}</main>
  </div>
)

/** Signed in, but no role anywhere yet: only a successful empty answer leads here (A3). */
export function NoAccessScreen({ email }: { email: string }) {
  const t = useTranslations('session')
  useDocumentTitle(t('noAccessTitle'))
  return (
    <Alone>
      <EmptyState
        title={t('noAccessTitle')}
        hint={t('noAccessText', { email })}
        icon={<IconUserOff size={22} stroke={1.75} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} />}
              onClick={() => window.location.reload()}
            >
              {t('lookAgain')}
            </Button>
            <SignOutButton variant="default" leftSection={<IconLogout size={18} stroke={1.75} />} />
          </>
        }
      />
    </Alone>
  )
}

const RETRY_MS = 5_000

/** The session could not be looked up: never a sign-out, tried again by itself and by hand (A3). */
export function SessionRetryScreen({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const t = useTranslations('session')
  const failureText = useFailureText()
  useDocumentTitle(t('retryTitle'))
  useEffect(() => {
    const timer = window.setInterval(onRetry, RETRY_MS)
    return () => window.clearInterval(timer)
  }, [onRetry])
  return (
    <Alone>
      <EmptyState
        title={t('retryTitle')}
        hint={`${failureText(failure)} ${t('retryText')}`}
        actions={
          <Button leftSection={<IconRefresh size={18} stroke={1.75} />} onClick={onRetry}>
            {t('lookAgain')}
          </Button>
        }
      />
    </Alone>
  )
}
