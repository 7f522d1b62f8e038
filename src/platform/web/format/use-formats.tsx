import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Locale } from '../i18n/locales.ts'
import { createFormats, type Formats } from './formats.ts'

const FormatsContext = createContext<Formats | null>(null)

type Props = { locale: Locale; timeZone: string; children: ReactNode }

export function FormatsProvider({ locale, timeZone, children }: Props) {
  const formats = useMemo(() => createFormats(locale, timeZone), [locale, timeZone])
  return <FormatsContext value={formats}>{children}</FormatsContext>
}

export function useFormats(): Formats {
  const formats = use(FormatsContext)
  if (!formats) throw new Error('useFormats needs a FormatsProvider above it')
  return formats
}
