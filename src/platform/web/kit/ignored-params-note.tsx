import { useTranslations } from 'use-intl'
import { useFormats } from '../format/use-formats.tsx'
import type { IgnoredParams } from '../url/ignored-params.ts'
import { AddressNote, shortened } from './address-note.tsx'

type IgnoredParamsNoteProps = { ignoredParams: IgnoredParams; names: Readonly<Record<string, string>> }

/** Says which filters of the address were not understood: nobody takes for filtered what is not. */
export default function IgnoredParamsNote({ ignoredParams, names }: IgnoredParamsNoteProps) {
  const t = useTranslations('ui.ignoredParams')
  const formats = useFormats()
  const parts = Object.entries(ignoredParams).map(([key, value]) =>
    t('filter', { filter: names[key] ?? key, value: shortened(value) }),
  )
  return <AddressNote title={t('title')} text={formats.list(parts)} about={['ignoredParams']} />
}
