import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import css from './documents.module.css'
import { ofOrderQuery } from './documents-queries.ts'

/** What can be opened of one order: its own documents, certificates of its lots, data sheets of its products (C2). */
export default function OrderDocuments({ order }: { order: { id: number } }) {
  const t = useTranslations('documents')
  const failureText = useFailureText()
  const { rows, total, more, loading, failure, refresh } = useCursorList(ofOrderQuery(order.id))
  return (
    <Panel
      title={t('ofOrder.title')}
      note={total === null ? undefined : t('ofOrder.count', { count: total })}
      busy={loading}
    >
      {failure ? (
        <p role="alert">
          {failureText(failure)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refresh()}>
            {t('ofOrder.again')}
          </Button>
        </p>
      ) : loading ? (
        <Skeleton height={56} />
      ) : rows.length === 0 ? (
        <p className={css.quiet}>{t('ofOrder.none')}</p>
      ) : (
        <ul className={css.ofOrder}>
          {rows.map(({ id, title, type, why }) => (
            <li key={id}>
              <Link to="/documents/$id" params={{ id: String(id) }}>
                {title}
              </Link>
              <small>
                {t(`types.${type}`)} · {t(`ofOrder.why.${why}`)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {more && !failure && (
        <MoreButton more={more} small>
          {t('ofOrder.more')}
        </MoreButton>
      )}
    </Panel>
  )
}
