import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { OrderDetail } from '../../contract.ts'
import { useDaysText } from '../use-days-text.ts'
import css from './order-detail.module.css'

/** The date that stands, how it came to be, and every move that is recorded (C2). */
export function PromisedDate({ promised }: { promised: OrderDetail['promised'] }) {
  const t = useTranslations('orders')
  const formats = useFormats()
  const daysText = useDaysText()
  const { current, moves, days, changes } = promised
  return (
    <Panel title={t('columns.promisedDate')}>
      <p className={css.promised}>
        <strong>{current ? formats.dateLong(current) : t('detail.takenBack')}</strong>
        <span>
          {moves === 0
            ? t('detail.notMoved')
            : days === null
              ? t('detail.moved', { count: moves })
              : t('detail.movedBy', { count: moves, by: daysText(days) })}
        </span>
      </p>
      {changes.length > 0 && (
        <ol className={css.moves}>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: recorded changes keep their place
            <li key={index}>
              <time dateTime={change.at}>{formats.dateTime(change.at)}</time>
              <span>
                {change.old === null
                  ? t('detail.promisedFor', { date: formats.date(change.new) })
                  : change.new === null
                    ? t('detail.dateTakenBack', { date: formats.date(change.old) })
                    : t('detail.dateMoved', { old: formats.date(change.old), now: formats.date(change.new) })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
