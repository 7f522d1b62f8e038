import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { purchaseOrderQuery } from '../po-queries.ts'
import { DraftForm } from './draft-form.tsx'
import { copyOf, NOTHING, valuesOf } from './draft-values.ts'

/** A new purchase order, one like another, or a draft that is written on. */
export default function DraftPage() {
  const t = useTranslations('purchaseOrders')
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const id = Number((params as { id?: string }).id ?? 0)
  const from = (search as { from?: number }).from ?? 0
  const source = id || from
  const { data, error, refetch } = useQuery({
    ...purchaseOrderQuery(source),
    enabled: Number.isSafeInteger(source) && source > 0,
  })
  const trail = <Link to="/orders/purchase-orders">{t('title')}</Link>
  if (source === 0) return <DraftForm key="new" draft={null} initial={NOTHING} reload={null} />
  if (data && id > 0 && !data.can.includes('edit'))
    return (
      <>
        <PageHead title={t('edit')} trail={trail} />
        <Panel>
          <EmptyState
            title={t('noDraft')}
            hint={t('noDraftHint')}
            actions={
              <Link to="/orders/purchase-orders/$id" params={{ id: String(id) }}>
                {t('openIt')}
              </Link>
            }
          />
        </Panel>
      </>
    )
  if (data)
    return id > 0 ? (
      <DraftForm
        key={id}
        draft={{ id, version: data.version }}
        initial={valuesOf(data)}
        reload={async () => {
          const { data: now } = await refetch()
          return now ? valuesOf(now) : null
        }}
      />
    ) : (
      <DraftForm key={`from ${from}`} draft={null} initial={copyOf(data)} reload={null} />
    )
  return (
    <>
      <PageHead title={t('edit')} trail={trail} />
      {error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}
