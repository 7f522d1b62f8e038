import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { numberKey } from '../../../../platform/domain/number-key.ts'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { issuesContract } from '../../../issues/contract.ts'
import { ordersContract } from '../../../orders/contract.ts'
import { DraftForm } from './draft-form.tsx'
import { linesOfOrder, NOTHING, type TypedLine } from './draft-values.ts'

const issues = createApi(issuesContract)
const orders = createApi(ordersContract)

type ReplacementDraftProps = { issueId: number; trail: ReactNode }

/** The order of a replacement: of the issue's product as it was ordered, to where that order went. */
export function ReplacementDraft({ issueId, trail }: ReplacementDraftProps) {
  const t = useTranslations('purchaseOrders')
  const read = useQuery({
    queryKey: ['issues', 'replacement', issueId],
    queryFn: async ({ signal }) => {
      const { issue } = await issues.get({ number: `id:${issueId}` }, { signal })
      const order =
        issue.orderId === null ? null : await orders.get({ ordNo: `id:${issue.orderId}` }, { signal })
      return { issue, order }
    },
    // What is typed would begin anew with every look.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (read.data) {
    const { issue, order } = read.data
    const ordered = order ? linesOfOrder(order) : []
    const { itemNo } = issue
    const ofItem = ordered.filter((line) => numberKey(line.itemNo) === numberKey(itemNo ?? ''))
    const lines: TypedLine[] =
      itemNo === null ? ordered : ofItem.length > 0 ? ofItem : [{ itemNo, quantity: '' }]
    return (
      <DraftForm
        key={`issue ${issueId}`}
        name={`issue ${issueId}`}
        draft={null}
        issueId={issueId}
        initial={{
          ...NOTHING,
          ...{ tenant: String(issue.tenantId), shipTo: order?.order.shipTo ?? '', lines },
          note: t('replacementNote', { number: issue.number }),
        }}
        reload={null}
      />
    )
  }
  return (
    <>
      <PageHead title={t('new')} trail={trail} />
      {read.error ? (
        <ErrorCard title={t('notLoaded')} failure={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}
