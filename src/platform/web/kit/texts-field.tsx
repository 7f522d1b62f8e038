import { Textarea } from '@mantine/core'
import { LANGUAGES, type Language } from '../../contract/languages.ts'
import { useFormats } from '../format/use-formats.tsx'

type Texts = Record<Language, string>
type TextsFieldProps = { value: Texts; longest: number; onChange: (texts: Texts) => void }

/** One text in each language of the portal, named in the reader's. */
export function TextsField({ value, longest, onChange }: TextsFieldProps) {
  const { locale } = useFormats()
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  return LANGUAGES.map((language) => (
    <Textarea
      key={language}
      label={names.of(language) ?? language}
      lang={language}
      autosize
      maxLength={longest}
      value={value[language]}
      onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value })}
    />
  ))
}
