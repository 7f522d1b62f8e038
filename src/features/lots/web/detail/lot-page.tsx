import { Skeleton } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { Notice } from '../../../../platform/web/kit/notice.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../../platform/web/kit/panel.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { Slot, useIsFilled } from '../../../../platform/web/slots/slots.tsx'
import type { Lot, LotDetail } from '../../contract.ts'
import { LotState } from '../lot-state.tsx'
import css from '../lots.module.css'
import { lotQuery } from '../lots-queries.ts'
import { ScanButton } from '../scan/scan-button.tsx'
import { LotCertificates } from './lot-certificates.tsx'
import { LotFacts } from './lot-facts.tsx'
import { LotLines } from './lot-lines.tsx'
import { LotResults } from './lot-results.tsx'

declare module '../../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** Beneath what is known of one lot, what other features know of it. */
    'lot.panel': { lot: Lot }
  }
}

const UPSTREAM = ['lots', 'lot-results']

// Below the results, which are what people come for.
const LotTrend = lazyComponent(() => import('./lot-trend.tsx'))
const LotShipments = lazyComponent(() => import('./lot-shipments.tsx'))

/** One lot: whether it may be used, what was found of it, and which own orders it stands on. */
export default function LotPage() {
  const t = useTranslations('lots')
  const failureText = useFailureText()
  const params: unknown = useParams({ strict: false })
  const { lotNo = '' } = params as { lotNo?: string }
  const { data, error, refetch, dataUpdatedAt } = useQuery(lotQuery(lotNo))
  const retry = () => void refetch()
  if (data)
    return (
      <Opened address={lotNo} detail={data} staleFailure={error} updatedAt={dataUpdatedAt} onRetry={retry} />
    )
  const several = isProblem(error) && error.code === 'ambiguous' ? error.problem : undefined
  return (
    <>
      <PageHead
        title={t('lot', { number: lotNo.replace(/^id:/, '') })}
        trail={<Trail />}
        actions={<ScanButton again />}
      />
      {several?.ids ? (
        <ChooseLot number={lotNo} ids={several.ids} items={several.items ?? []} />
      ) : isProblem(error, 404) ? (
        <Panel>
          <EmptyState title={t('noSuchLot')} hint={t('noSuchLotHint')} />
        </Panel>
      ) : error ? (
        <ErrorCard title={t('notLoaded')} message={failureText(error)} failure={error} onRetry={retry} />
      ) : (
        <div className={css.loading} role="status" aria-busy="true" aria-label={t('loadingOne')}>
          <Skeleton height={44} />
          <Skeleton height={320} />
          <Skeleton height={180} />
        </div>
      )}
    </>
  )
}

const Trail = () => {
  const t = useTranslations('lots')
  return <Link to="/lots">{t('title')}</Link>
}

/** The number stands at several items, or several systems upstream use it. */
function ChooseLot(props: { number: string; ids: readonly number[]; items: readonly string[] }) {
  const { number, ids, items } = props
  const t = useTranslations('lots')
  return (
    <Panel title={t('several', { number })}>
      <ul>
        {ids.map((id, at) => (
          <li key={id}>
            <Link to="/lots/$lotNo" params={{ lotNo: `id:${id}` }}>
              {t('lotOfItem', { number, item: items[at] ?? String(id) })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type OpenedProps = {
  address: string
  detail: LotDetail
  staleFailure: unknown
  updatedAt: number
  onRetry: () => void
}

function Opened({ address, detail, staleFailure, updatedAt, onRetry }: OpenedProps) {
  const t = useTranslations('lots')
  const { lot } = detail
  const isFilled = useIsFilled('lot.panel')
  return (
    <>
      <PageHead
        title={t('lot', { number: lot.lotNo })}
        badge={<LotState>{lot.state}</LotState>}
        trail={<Trail />}
        subtitle={<Subtitle detail={detail} />}
        actions={<ScanButton again />}
      />
      <Held lot={lot} />
      <ConnectionBanner
        loaded={t('loadedOne', { number: lot.lotNo })}
        loading={t('loadingOne')}
        staleFailure={staleFailure}
        updatedAt={updatedAt}
        asOf={detail.asOf}
        kinds={UPSTREAM}
        onRetry={onRetry}
      />
      <Grid>
        <Cell span={8}>
          <div className={css.column}>
            <LotResults address={address} detail={detail} />
          </div>
        </Cell>
        <Cell span={4}>
          <div className={css.column}>
            <LotFacts lot={lot} />
            <LotCertificates address={address} detail={detail} />
            <Suspense>
              <LotTrend address={address} lotNo={lot.lotNo} />
            </Suspense>
          </div>
        </Cell>
        {detail.lines && (
          <Cell span={12}>
            <LotLines detail={detail} lines={detail.lines} />
          </Cell>
        )}
        {detail.shipments && (
          <Cell span={12}>
            <Suspense>
              <LotShipments shipments={detail.shipments} />
            </Suspense>
          </Cell>
        )}
        {isFilled && (
          <Cell span={12}>
            <Slot name="lot.panel" given={{ lot }} />
          </Cell>
        )}
      </Grid>
    </>
  )
}

/** What may not be used says so before anything else. */
function Held({ lot: { state } }: Pick<LotDetail, 'lot'>) {
  const t = useTranslations('lots.held')
  if (state === 'released') return null
  return (
    <Notice
      tone={state === 'quarantine' ? 'warn' : 'bad'}
      icon={<IconAlertOctagon size={20} stroke={1.75} aria-hidden />}
      title={t(`${state}.title`)}
    >
      {t(`${state}.text`)}
    </Notice>
  )
}

/** When it was made, until when it keeps, and what of it is on own orders: as far as it is known. */
function Subtitle({ detail: { lot, lineTotals } }: { detail: LotDetail }) {
  const t = useTranslations('lots')
  const formats = useFormats()
  const own = (lineTotals ?? []).map(({ unit, ordered }) =>
    t('onYourOrders', { quantity: [formats.quantity(ordered), unit].filter(Boolean).join(' ') }),
  )
  const facts = [
    lot.manufacturedOn && t('made', { date: formats.date(lot.manufacturedOn) }),
    lot.expiresOn && t('expires', { date: formats.date(lot.expiresOn) }),
    ...own,
  ]
  return facts.filter(Boolean).join(' · ')
}
