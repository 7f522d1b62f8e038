import { useTranslations } from 'use-intl'
import { MoreButton } from '../kit/more-button.tsx'
import css from './data-table.module.css'

type TableFootProps = {
  shown: number
  total: number | null
  more: { load: () => void; loading: boolean } | null
}

/** How much of the list is here, and the way to the rest. */
export function TableFoot({ shown, total, more }: TableFootProps) {
  const t = useTranslations('ui.table')
  return (
    <div className={css.foot}>
      <span role="status">
        {total === null || total === shown ? t('rows', { count: shown }) : t('rowsOf', { shown, total })}
      </span>
      {more && (
        <MoreButton more={more} small>
          {t('loadMore')}
        </MoreButton>
      )}
    </div>
  )
}
