import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { MoreButton } from '../../../../platform/web/kit/more-button.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { useCursorList } from '../../../../platform/web/query/cursor-query.ts'
import type { OrderChange, Timeline } from '../../contract.ts'
import { timelineQuery } from '../orders-queries.ts'
import { together } from '../together.ts'
import { useChangeText } from '../use-change-text.ts'
import css from './order-detail.module.css'

type OrderTimelineProps = { ordNo: string; timeline: Timeline }

/** What was recorded of the order, the latest first; what one version changed stands together. */
export function OrderTimeline({ ordNo, timeline }: OrderTimelineProps) {
  const t = useTranslations('orders.detail')
  const [whole, setWhole] = useState(false)
  return (
    <Panel title={t('timeline')} note={t('entries', { count: timeline.total ?? 0 })}>
      {timeline.items.length === 0 && <p className={css.quiet}>{t('noEntries')}</p>}
      {whole ? <WholeTimeline ordNo={ordNo} first={timeline.items} /> : <Entries items={timeline.items} />}
      {!whole && timeline.nextCursor && (
        <Button variant="default" onClick={() => setWhole(true)} data-print="no">
          {t('earlier')}
        </Button>
      )}
    </Panel>
  )
}

function WholeTimeline({ ordNo, first }: { ordNo: string; first: OrderChange[] }) {
  const t = useTranslations('orders.detail')
  const failureText = useFailureText()
  const { rows, loading, failure, staleFailure, more, refresh } = useCursorList(timelineQuery(ordNo))
  const failed = failure ?? staleFailure
  return (
    <>
      <Entries items={loading || failure ? first : rows} />
      {failed ? (
        <p role="alert">
          {failureText(failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void (more ? more.load() : refresh())}>
            {t('again')}
          </Button>
        </p>
      ) : (
        (more || loading) && (
          <MoreButton more={{ load: () => more?.load(), loading: loading || Boolean(more?.loading) }}>
            {t('earlier')}
          </MoreButton>
        )
      )}
    </>
  )
}

/** What one version changed has the same two times: when it happened, and when we heard of it. */
const ofOneVersion = (one: OrderChange, other: OrderChange) =>
  one.at === other.at && one.recordedAt === other.recordedAt

function Entries({ items }: { items: OrderChange[] }) {
  const formats = useFormats()
  const changeText = useChangeText()
  return (
    <ol className={css.timeline}>
      {together(items, ofOneVersion).map((changes) => (
        <li key={changes[0].id}>
          <time dateTime={changes[0].at}>{formats.dateTime(changes[0].at)}</time>
          <ul>
            {changes.map((change) => (
              <li key={change.id}>{changeText(change)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
