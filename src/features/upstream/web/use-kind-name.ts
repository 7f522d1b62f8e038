import { useTranslations } from 'use-intl'

/** The kinds of rows in words. */
export function useKindName() {
  const t = useTranslations('unassigned.kinds')
  return (kind: string) => (t.has(kind as never) ? t(kind as never) : kind)
}
