import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { FORMAT_TAGS } from '../../contract/languages.ts'
import { FormatsProvider } from '../format/use-formats.tsx'
import { useLanguage } from './language.ts'

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Everything below speaks and formats in the shown language. */
export function LanguageProvider({ timeZone, children }: { timeZone?: string; children: ReactNode }) {
  const { locale, messages } = useLanguage()
  const zone = timeZone ?? deviceZone
  return (
    <IntlProvider locale={FORMAT_TAGS[locale]} messages={messages} timeZone={zone}>
      <FormatsProvider locale={locale} timeZone={zone}>
        {children}
      </FormatsProvider>
    </IntlProvider>
  )
}
