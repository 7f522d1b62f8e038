import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ComboboxFilter } from '../../../../platform/web/kit/combobox-filter.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { namesQuery } from './analytics-queries.ts'

type NameChipProps = {
  of: 'products' | 'customers'
  label: string
  any: string
  value: string | undefined
  /** Offered before anything is typed. */
  best: readonly string[]
  onChange: (name: string | undefined) => void
}

/** One product or customer out of all that were ever sold, or sold to. */
export function NameChip({ of, best, ...chip }: NameChipProps) {
  const t = useTranslations('salesAnalytics.trend')
  const failureText = useFailureText()
  const useChoices = (typed: string) => {
    const { data, error } = useQuery(namesQuery(of, typed))
    if (typed === '') return { choices: best }
    return { choices: data?.items, failure: error ? failureText(error) : undefined }
  }
  return <ComboboxFilter {...chip} useChoices={useChoices} none={(typed) => t('noName', { typed })} />
}
