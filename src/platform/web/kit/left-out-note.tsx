import { useTranslations } from 'use-intl'
import { useFormats } from '../format/use-formats.tsx'
import type { LeftOut } from '../url/left-out.ts'
import { AddressNote, shortened } from './address-note.tsx'

type LeftOutNoteProps = { leftOut: LeftOut; names: Readonly<Record<string, string>> }

/** Says which filters of the address were not understood: nobody takes for filtered what is not. */
export default function LeftOutNote({ leftOut, names }: LeftOutNoteProps) {
  const t = useTranslations('ui.leftOut')
  const formats = useFormats()
  const parts = Object.entries(leftOut).map(([key, value]) =>
    t('filter', { filter: names[key] ?? key, value: shortened(value) }),
  )
  return <AddressNote title={t('title')} text={formats.list(parts)} about={['leftOut']} />
}
