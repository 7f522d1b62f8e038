import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { ordersContract } from '../../../orders/contract.ts'
import { purchaseOrderQuery } from '../po-queries.ts'
import type { NewPoSearch } from '../po-search.ts'
import { DraftForm } from './draft-form.tsx'
import { copyOf, linesOfOrder, NOTHING, valuesOf } from './draft-values.ts'
import { ReplacementDraft } from './replacement-draft.tsx'
import { TypedBefore } from './typed-before.tsx'

const orders = createApi(ordersContract)

/** A new purchase order, one like another, or a draft that is written on. */
export default function DraftPage() {
  const t = useTranslations('purchaseOrders')
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const id = Number((params as { id?: string }).id ?? 0)
  const { from = 0, order = 0, issue = 0 } = search as NewPoSearch
  const source = id || from
  const isReplacement = source === 0 && issue > 0
  const read = useQuery({
    ...purchaseOrderQuery(source),
    enabled: Number.isSafeInteger(source) && source > 0,
  })
  const { data } = read
  const trail = <Link to="/orders/purchase-orders">{t('title')}</Link>
  const ordered = useQuery({
    queryKey: ['orders', 'detail', `id:${order}`],
    queryFn: ({ signal }) => orders.get({ ordNo: `id:${order}` }, { signal }),
    enabled: source === 0 && order > 0,
  })
  if (isReplacement) return <ReplacementDraft issueId={issue} trail={trail} />
  if (source === 0 && order === 0)
    return <DraftForm key="new" name="new" draft={null} initial={NOTHING} reload={null} />
  if (source === 0 && ordered.data)
    return (
      <DraftForm
        key={`order ${order}`}
        name={`order ${order}`}
        draft={null}
        initial={{
          ...NOTHING,
          shipTo: ordered.data.order.shipTo ?? '',
          lines: linesOfOrder(ordered.data),
        }}
        reload={null}
      />
    )
  if (data && id > 0 && !data.can.includes('edit'))
    return (
      <>
        <PageHead title={t('edit')} trail={trail} />
        <TypedBefore detail={data} />
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
        name={id}
        draft={{ id }}
        initial={valuesOf(data)}
        issueId={data.issue?.id}
        reload={async () => {
          const { data: now } = await read.refetch()
          return now ? valuesOf(now) : null
        }}
      />
    ) : (
      <DraftForm
        key={`from ${from}`}
        name={`from ${from}`}
        draft={null}
        initial={copyOf(data)}
        reload={null}
      />
    )
  const waited = source === 0 ? ordered : read
  return (
    <>
      <PageHead title={t(id > 0 ? 'edit' : 'new')} trail={trail} />
      {waited.error ? (
        <ErrorCard title={t('notLoaded')} failure={waited.error} onRetry={() => void waited.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}
