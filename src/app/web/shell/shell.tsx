import { useDisclosure } from '@mantine/hooks'
import {
  type ErrorComponentProps,
  Outlet,
  useMatches,
  useRouter,
  useRouterState,
} from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LateFeedsNotice } from '../../../features/ingestion/web/late-feeds-notice.tsx'
import type { Session } from '../../../features/session/contract.ts'
import { NoAccessScreen, SessionRetryScreen } from '../../../features/session/web/session-screens.tsx'
import { type SessionState, useSessionState } from '../../../features/session/web/session-store.ts'
import { SessionStrips } from '../../../features/session/web/session-strips.tsx'
import { StepUp } from '../../../features/session/web/step-up.tsx'
import { AccessProvider, can, isModuleVisible, useAccess } from '../../../platform/web/access/access.tsx'
import { LiveConnectionNotice } from '../../../platform/web/events/live-connection-notice.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { SlotProvider } from '../../../platform/web/slots/slots.tsx'
import { accessOf } from '../access-of.ts'
import { PendingPage } from '../pages/outcome-pages.tsx'
import { ModuleHiddenPage, NotAllowedPage } from '../pages/refused-pages.tsx'
import { slotParts } from '../slot-parts.ts'
import { KnownFeeds } from './known-feeds.tsx'
import { PrintHead } from './print-head.tsx'
import { Rail } from './rail.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const PhoneMenu = lazyComponent(() => import('./phone-menu.tsx'))
const IdleWatch = lazyComponent(() => import('../../../features/session/web/idle-watch.tsx'))
const TenantChangedDialog = lazyComponent(
  () => import('../../../features/session/web/tenant-changed-dialog.tsx'),
)

/** The main layout around every screen, for whoever is signed in. */
export function Shell() {
  const state = useSessionState()
  useFocusAfterMove(state.status)
  // Between the end of a session and the guard's redirect there is nothing to show.
  if (!('session' in state)) return null
  const { session } = state
  if (session.role === null) return <NoAccessScreen email={session.user.email} />
  return (
    <AccessProvider access={accessOf(session)}>
      <KnownFeeds ask={state.status === 'in'}>
        <SlotProvider parts={slotParts}>
          <Layout key={`${session.tenant?.id ?? 'all'} ${session.viewing?.until}`} session={session}>
            {state.status === 'moved' ? (
              <Suspense fallback={null}>
                <TenantChangedDialog before={session} now={state.now} />
              </Suspense>
            ) : state.status === 'moving' ? (
              <PendingPage />
            ) : (
              <Permitted />
            )}
          </Layout>
        </SlotProvider>
      </KnownFeeds>
    </AccessProvider>
  )
}

/** In another tenant everything is built anew; what had the focus is gone: it begins at the screen's start. */
function useFocusAfterMove(status: SessionState['status']) {
  const before = useRef(status)
  useEffect(() => {
    const moved = before.current === 'moving' && status === 'in'
    before.current = status
    if (moved && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [status])
}

type LayoutProps = { session: Session; children: ReactNode }

function Layout({ session, children }: LayoutProps) {
  const t = useTranslations('shell')
  const [menuOpen, menu] = useDisclosure(false)
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (router) => router.location.pathname })
  const shownPath = useRef(path)
  const { close } = menu

  // A new screen begins at its start for keyboard and screen reader too.
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    close()
    main.current?.focus({ preventScroll: true })
  }, [path, close])

  return (
    <div className={css.app}>
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      <div className={css.rail} data-print="no">
        <Rail session={session} />
      </div>
      {menuOpen && (
        <Suspense fallback={null}>
          <PhoneMenu session={session} onClose={close} />
        </Suspense>
      )}
      <StepUp />
      <Suspense fallback={null}>
        <IdleWatch />
      </Suspense>
      <div className={css.page}>
        <SessionStrips />
        <TopBar session={session} menuOpen={menuOpen} onMenu={menu.open} />
        <main ref={main} id="main" className={css.main} tabIndex={-1}>
          <PrintHead session={session} />
          <LiveConnectionNotice />
          <LateFeedsNotice />
          {children}
        </main>
      </div>
    </div>
  )
}

/** The screen, or why it is not there. */
function Permitted() {
  const access = useAccess()
  const requires = useMatches({ select: (matches) => matches.at(-1)?.staticData.requires })
  if (!requires || can(access, requires)) return <Outlet />
  return isModuleVisible(access, requires.module) ? <NotAllowedPage /> : <ModuleHiddenPage />
}

/** A failed look-up of the session: retry, never a sign-out (A3). */
export function SessionLookUpFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = useCallback(() => {
    reset()
    void router.invalidate()
  }, [router, reset])
  return <SessionRetryScreen failure={error} onRetry={again} />
}
