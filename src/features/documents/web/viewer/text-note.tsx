import { useTranslations } from 'use-intl'
import type { Document } from '../../contract.ts'
import type { Format } from '../../domain/vocabulary.ts'
import css from './viewer.module.css'

type TextNoteProps = {
  text: Document['text']
  format: Format
  /** Not the version that is offered: only that one is searched. */
  older: boolean
}

/** Says when the text inside a file is not searched, or not yet, or not all of it. */
export function TextNote({ text, format, older }: TextNoteProps) {
  const t = useTranslations('viewer.text')
  const said = older
    ? 'older'
    : format === 'pdf'
      ? text
      : format === 'png' || format === 'jpg'
        ? 'picture'
        : 'other'
  if (said === null || said === 'read') return null
  return <p className={css.note}>{t(said)}</p>
}
