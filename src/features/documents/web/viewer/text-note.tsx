import { useTranslations } from 'use-intl'
import type { Document } from '../../contract.ts'
import css from './viewer.module.css'

/** Says when the text inside a file is not searched, or not yet, or not all of it. */
export function TextNote({ text }: Pick<Document, 'text'>) {
  const t = useTranslations('viewer.text')
  if (text === null || text === 'read') return null
  return <p className={css.note}>{t(text)}</p>
}
