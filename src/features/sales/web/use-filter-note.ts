import { useTranslations } from 'use-intl'

/** As much of a text is looked for (`salesFilter.search`): field and address cut what is beyond. */
const LONGEST = 200

/** What is to be said of the filters: that a long search was cut, and that nothing matches; empty: nothing. */
export function useFilterNote(search: string | undefined, nothing: boolean): string {
  const t = useTranslations('sales')
  const cut = (search?.length ?? 0) >= LONGEST && t('searchCut', { count: LONGEST })
  return [cut, nothing && t('nothingMatches')].filter(Boolean).join(' ')
}
