import type en from '../../../../messages/en.json'
import { reloadWhenMissing } from '../fetched-part.ts'
import type { Locale } from './locales.ts'

export type Messages = typeof en

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

// One chunk per language; only the shown one is fetched.
const loaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  en: () => import('../../../../messages/en.json'),
  'fr-CA': () => import('../../../../messages/fr-CA.json'),
  de: () => import('../../../../messages/de.json'),
  es: () => import('../../../../messages/es.json'),
}

export const loadMessages = async (locale: Locale): Promise<Messages> =>
  (await loaders[locale]().catch(reloadWhenMissing)).default
