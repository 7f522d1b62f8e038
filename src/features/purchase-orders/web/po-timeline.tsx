import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { PoDetail, PoEvent } from '../contract.ts'
import css from './po.module.css'
import { usePrice } from './po-cells.tsx'

const KNOWN = [
  'draft',
  'submit',
  'withdraw',
  'approve',
  'decline',
  'accept',
  'reject',
  'counter',
  'withdraw_counter',
  'undo',
  'accept_counter',
  'decline_counter',
  'request_change',
  'request_cancel',
  'grant',
  'refuse',
  'link',
  'entered',
  'parted',
  'ambiguous',
  'file',
] as const
const isKnown = (act: string): act is (typeof KNOWN)[number] => (KNOWN as readonly string[]).includes(act)

/** What happened, the latest first: made of recorded acts alone. */
export function PoTimeline({ detail }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  return (
    <Panel title={t('timeline.title')}>
      <ol className={css.timeline}>
        {detail.timeline.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{formats.dateTime(event.at)}</time>
            <p>
              <strong>{isKnown(event.act) ? t(`timeline.${event.act}`) : event.act}</strong>{' '}
              {t('timeline.by', {
                name: event.actor ?? t(event.byStaff ? 'timeline.staff' : 'timeline.client'),
              })}
            </p>
            {event.staffOnly && <p className={css.quiet}>{t('timeline.staffOnly')}</p>}
            <Agreed event={event} detail={detail} />
            {event.note && <p>{t('timeline.quoted', { note: event.note })}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Dates, quantities and prices that were proposed or agreed. */
function Agreed({
  event: { requestedDate, promisedDate, quantities, prices },
  detail,
}: {
  event: PoEvent
  detail: PoDetail
}) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const price = usePrice()
  if (requestedDate === null && promisedDate === null && quantities.length + prices.length === 0) return null
  return (
    <p className={css.quiet}>
      {[
        requestedDate && t('timeline.date', { date: formats.date(requestedDate) }),
        promisedDate && t('timeline.promised', { date: formats.date(promisedDate) }),
        ...quantities.map(({ lineNo, old, new: now }) =>
          t('timeline.quantity', { line: lineNo, old: formats.quantity(old), new: formats.quantity(now) }),
        ),
        ...prices.map(({ lineNo, ...stated }) => {
          const unit = detail.lines.find((line) => line.lineNo === lineNo)?.unit ?? null
          return t('timeline.price', {
            line: lineNo,
            price: price({ ...stated, unit }, detail.purchaseOrder.currency),
          })
        }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
