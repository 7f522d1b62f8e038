import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { theme } from './theme.ts'

const nothing = () => undefined
const root = () => document.documentElement

/**
 * Mantine's theme without `MantineProvider`, whose writers of styles and keepers of the colour scheme nobody uses here and
 * everybody would fetch (2.5 kB): the variables are static style sheets, so that nothing is written into style elements
 * (content security policy), and `display.ts` keeps the scheme.
 */
export function ThemeProvider({ scheme, children }: { scheme: 'light' | 'dark'; children: ReactNode }) {
  useLayoutEffect(() => root().setAttribute('data-mantine-color-scheme', scheme), [scheme])
  const value = useMemo(
    () => ({
      ...{ colorScheme: scheme, setColorScheme: nothing, clearColorScheme: nothing, getRootElement: root },
      ...{ classNamesPrefix: 'mantine', cssVariablesSelector: ':root', withStaticClasses: true },
    }),
    [scheme],
  )
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
