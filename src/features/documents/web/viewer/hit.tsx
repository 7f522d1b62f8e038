import { useTranslations } from 'use-intl'
import type { DocumentRow } from '../../contract.ts'
import css from './viewer.module.css'

type HitProps = Pick<DocumentRow, 'hit'> & {
  /** One line, from the word that was found onwards. */
  brief?: boolean
}

/** Where in the text of its file a document was found; nothing where it was found by its name. */
export function Hit({ hit, brief = false }: HitProps) {
  const t = useTranslations('viewer')
  if (!hit) return null
  return (
    <span className={css.hit} data-brief={brief || undefined}>
      {t('hitOnPage', { page: hit.page })} … {!brief && hit.before}
      <mark>{hit.match}</mark>
      {hit.after} …
    </span>
  )
}
