import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { initialsOf } from '../../../platform/web/kit/initials.ts'
import type { DocumentRow } from '../contract.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { DownloadButton, StatusBadge } from './document-parts.tsx'
import css from './documents.module.css'
import { productsQuery } from './documents-queries.ts'
import type { DocumentationSearch } from './documents-search.ts'
import { addressOf } from './use-open-document.ts'
import { Hit } from './viewer/hit.tsx'

/** A card a product with its documents: data sheets, statements and certificates. */
export function ProductSets({ search }: { search: DocumentationSearch }) {
  const t = useTranslations('documents')
  const { data, error, refetch } = useQuery(productsQuery(search))
  if (!data)
    return error ? (
      <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
    ) : (
      <CardsSkeleton />
    )
  const filtered = search.search !== undefined
  if (data.items.length === 0)
    return (
      <EmptyState
        title={t(filtered ? 'noneFound' : 'none')}
        hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
      />
    )
  return (
    <>
      <ul className={css.cards}>
        {data.items.map(({ code, name, line, documents }) => (
          <li key={code} className={css.card}>
            <div className={css.line}>
              <span className={css.picture} aria-hidden>
                {initialsOf(name)}
              </span>
              <div>
                <h2>{name}</h2>
                <p className={css.quiet}>{line ? `${line} · ${code}` : code}</p>
              </div>
            </div>
            <ul className={css.files}>
              {documents.map((document) => (
                <OfProduct key={document.id} document={document} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <p className={css.quiet}>{t('moreProducts', { shown: data.items.length, total: data.total })}</p>
      )}
    </>
  )
}

function OfProduct({ document }: { document: DocumentRow }) {
  const t = useTranslations('documents')
  return (
    <li>
      <Link {...addressOf(document)} title={document.title}>
        {t(`types.${document.type}`)}
      </Link>
      {document.status !== 'available' && <StatusBadge status={document.status} />}
      <DownloadButton document={document} opens={document.opens} />
      <Hit hit={document.hit} />
    </li>
  )
}
