import { Button, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../platform/web/kit/panel.tsx'
import { PdfButton } from '../../../platform/web/kit/pdf-button.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { PoDetail } from '../contract.ts'
import css from './po.module.css'
import { BUTTONS, type PoAct, wordOf } from './po-acts.ts'
import { PoStatus, usePoName, useWaitsFor } from './po-cells.tsx'
import { PoFacts } from './po-facts.tsx'
import { PoFiles } from './po-files.tsx'
import { PoLines } from './po-lines.tsx'
import { purchaseOrderQuery } from './po-queries.ts'
import { PoTimeline } from './po-timeline.tsx'
import { ProposalPanel } from './proposal-panel.tsx'
import { UndoNotice } from './undo-notice.tsx'

/** Asked for by a button. */
const ActDialog = lazyComponent(() => import('./act-dialog.tsx'))
const LinkDialog = lazyComponent(() => import('./link-dialog.tsx'))

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** One purchase order: where it stands, what can be done with it, its lines and what happened. */
export default function PurchaseOrderPage() {
  const t = useTranslations('purchaseOrders')
  const params: unknown = useParams({ strict: false })
  const { id = '' } = params as { id?: string }
  const { data, error, refetch } = useQuery({ ...purchaseOrderQuery(Number(id)), enabled: isId(id) })
  const trail = <Link to="/orders/purchase-orders">{t('title')}</Link>
  if (data) return <Opened detail={data} />
  if (!isId(id) || isProblem(error, 404))
    return (
      <>
        <PageHead title={t('noSuch')} trail={trail} />
        <Panel>
          <EmptyState title={t('noSuch')} hint={t('noSuchHint')} />
        </Panel>
      </>
    )
  return (
    <>
      <PageHead title={t('title')} trail={trail} />
      {error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={120} mb="md" />
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}

function Opened({ detail }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const nameOf = usePoName()
  const waitsFor = useWaitsFor()
  const access = useAccess()
  const [acting, setActing] = useState<PoAct | null>(null)
  const [linking, setLinking] = useState(false)
  const { purchaseOrder } = detail
  // While it can be undone, that stands above the page.
  const acts = BUTTONS.filter(
    (act) => detail.can.includes(act) && !(act === 'withdraw_counter' && detail.undoUntil !== null),
  )
  const id = String(purchaseOrder.id)
  return (
    <>
      <PageHead
        title={nameOf(purchaseOrder)}
        trail={<Link to="/orders/purchase-orders">{t('title')}</Link>}
        badge={<PoStatus>{purchaseOrder.state}</PoStatus>}
        subtitle={[purchaseOrder.tenantName, waitsFor(purchaseOrder)].filter(Boolean).join(' · ')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
            <PdfButton path={`/purchase-orders/${id}/pdf`} name={purchaseOrder.poNo ?? id} />
            {can(access, { permission: 'purchase_orders.write' }) && (
              <Button
                variant="default"
                component={Link}
                to="/orders/purchase-orders/new"
                search={{ from: purchaseOrder.id } as never}
              >
                {t('orderAgain')}
              </Button>
            )}
            {detail.can.includes('edit') && (
              <Button
                variant="default"
                component={Link}
                to="/orders/purchase-orders/$id/edit"
                params={{ id } as never}
              >
                {t('edit')}
              </Button>
            )}
            {detail.can.includes('link') && (
              <Button variant="default" onClick={() => setLinking(true)}>
                {t('acts.link')}
              </Button>
            )}
            {acts.map((act, at) => (
              <Button
                key={act}
                variant={at === acts.length - 1 ? 'filled' : 'default'}
                onClick={() => setActing(act)}
              >
                {t(`acts.${wordOf(act, purchaseOrder.state)}`)}
              </Button>
            ))}
          </>
        }
      />
      <UndoNotice detail={detail} />
      {detail.proposal && (
        <div className={css.proposal}>
          <ProposalPanel detail={detail} />
        </div>
      )}
      <Grid>
        <Cell span={12}>
          <PoLines detail={detail} />
        </Cell>
        <Cell span={6}>
          <div className={css.column}>
            <PoFacts detail={detail} />
            <PoFiles detail={detail} />
          </div>
        </Cell>
        <Cell span={6}>
          <PoTimeline detail={detail} />
        </Cell>
      </Grid>
      <Suspense fallback={null}>
        {acting && <ActDialog detail={detail} act={acting} onClose={() => setActing(null)} />}
        {linking && <LinkDialog detail={detail} onClose={() => setLinking(false)} />}
      </Suspense>
    </>
  )
}
