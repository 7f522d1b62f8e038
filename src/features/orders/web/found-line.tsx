import { useTranslations } from 'use-intl'
import { typedPlace } from '../../../platform/domain/search-term.ts'
import type { Order } from '../contract.ts'
import css from './found-line.module.css'

type FoundLineProps = {
  line: Order['line']
  typed: string | undefined /** In a row: cut, and whole on hover. */
  brief?: boolean
}

/** Of a search: the line in which the order was found, with what was typed marked. */
export function FoundLine({ line, typed, brief = false }: FoundLineProps) {
  const t = useTranslations('orders.lines')
  if (!line) return null
  const text = [line.itemNo, line.itemName, line.lot].filter((one) => one?.trim()).join(' · ')
  const whole = `${t('line', { line: line.lineNo })}: ${text}`
  const place = typed ? typedPlace(whole, typed) : null
  return (
    <span className={css.line} data-brief={brief || undefined} title={brief ? whole : undefined}>
      {place ? (
        <>
          {whole.slice(0, place.from)}
          <mark>{whole.slice(place.from, place.to)}</mark>
          {whole.slice(place.to)}
        </>
      ) : (
        whole
      )}
    </span>
  )
}
