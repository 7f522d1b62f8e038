import { QueryClientProvider } from '@tanstack/react-query'
import { type ErrorComponentProps, Outlet, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSessionState } from '../../features/session/web/session-store.ts'
import { SignInAgain } from '../../features/session/web/sign-in-again.tsx'
import { LanguageProvider } from '../../platform/web/i18n/language-provider.tsx'
import { HintLayer } from '../../platform/web/kit/hint-layer.tsx'
import { Toaster } from '../../platform/web/kit/toaster.tsx'
import { useDisplay } from '../../platform/web/theme/display.ts'
import { ThemeProvider } from '../../platform/web/theme/theme-provider.tsx'
import { FailedPage } from './pages/outcome-pages.tsx'

/** What every screen stands on: language, look, data. */
function Ground({ children }: { children: ReactNode }) {
  // The whole context is another one with each step: everything would be drawn anew.
  const queries = useRouteContext({ from: '__root__', select: (context) => context.queries })
  const state = useSessionState()
  const display = useDisplay()
  const timeZone = 'session' in state ? state.session.timezone : null
  return (
    <LanguageProvider {...(timeZone ? { timeZone } : {})}>
      <ThemeProvider scheme={display.theme}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </ThemeProvider>
    </LanguageProvider>
  )
}

export const Root = () => (
  <Ground>
    <Outlet />
    <SignInAgain />
    <Toaster />
    <HintLayer />
  </Ground>
)

/** In the place of everything, where that itself failed. */
export const FailedRoot = (props: ErrorComponentProps) => (
  <Ground>
    <FailedPage {...props} />
  </Ground>
)
