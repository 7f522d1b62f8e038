import { useTranslations } from 'use-intl'
import { knownTest } from '../domain/test-names.ts'

/** What a laboratory's test is called in the reader's language; its own name where it is no usual one. */
export function useTestName(): (name: string) => string {
  const t = useTranslations('lots.tests')
  return (name) => {
    const known = knownTest(name)
    return known ? t(known) : name
  }
}
