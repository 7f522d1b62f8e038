import { useTranslations } from 'use-intl'
import { useFormats } from './use-formats.tsx'

/** Provinces and territories of Canada (ISO 3166-2); their names are messages. */
const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const

/** Countries (ISO 3166-1) that clients of a Canadian manufacturer come from; the browser knows their names. */
const COUNTRIES =
  'US MX AR AT AU BE BG BR CH CL CN CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GR GT HK HR HU ID IE IL IN IS IT JP KR LT LU LV MA MT MY NL NO NZ PA PE PH PL PR PT RO SA SE SG SI SK TH TN TR TW UA UY VN ZA'.split(
    ' ',
  )

/** Countries by their names in a language, in its order. */
function countriesIn(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  )
}

/** Provinces of Canada, then countries, in the reader's language. */
export function useRegions(): { value: string; label: string }[] {
  const t = useTranslations('provinces')
  const { locale } = useFormats()
  return [...PROVINCES.map((code) => ({ value: `CA-${code}`, label: t(code) })), ...countriesIn(locale)]
}
