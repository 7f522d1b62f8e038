import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { numberKey } from '../../../../platform/domain/number-key.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { usePersistedDraft } from '../../../../platform/web/forms/use-persisted-draft.ts'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { PoDetail } from '../../contract.ts'
import ActDialog from '../act-dialog.tsx'
import css from '../po.module.css'
import { readQuantity } from '../quantity.ts'
import { copyOf, type DraftValues, valuesOf } from './draft-values.ts'

/** Of the lines that were typed on: where they stand now, and what was typed instead. */
function changedQuantities({ lines }: PoDetail, typed: DraftValues): Record<number, string> {
  const changed: Record<number, string> = {}
  for (const { lineNo, itemNo, quantity } of lines) {
    const line = typed.lines.find((one) => numberKey(one.itemNo) === numberKey(itemNo))
    if (line && readQuantity(line.quantity) !== null && readQuantity(line.quantity) !== quantity)
      changed[lineNo] = line.quantity
  }
  return changed
}

/** What somebody typed into a draft while another person submitted it: nothing of it is lost, and it can go on elsewhere. */
export function TypedBefore({ detail }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const navigate = useNavigate()
  const { id } = detail.purchaseOrder
  const now = valuesOf(detail)
  const { values, restored, forget } = usePersistedDraft(`purchase order ${id}`, now)
  const next = usePersistedDraft(`purchase order from ${id}`, copyOf(detail))
  const [asking, setAsking] = useState(false)
  if (!restored || JSON.stringify({ ...values, version: now.version }) === JSON.stringify(now)) return null
  const takeOver = () => {
    next.change(values)
    forget()
    void navigate({ to: '/orders/purchase-orders/new', search: { from: id } as never })
  }
  const facts = [
    [t('columns.poNo'), values.poNo],
    [t('columns.requestedDate'), values.requestedDate && formats.date(values.requestedDate)],
    [t('facts.shipTo'), values.shipTo],
    [t('facts.note'), values.note],
  ].filter(([, value]) => value !== '')
  return (
    <div className={css.proposal}>
      <Panel title={t('typed.title')}>
        <p>{t('typed.hint')}</p>
        <dl className={css.facts}>
          {facts.map(([title, value]) => [
            <dt key={`${title}-title`}>{title}</dt>,
            <dd key={title}>{value}</dd>,
          ])}
        </dl>
        <ul>
          {values.lines.map(({ itemNo, quantity }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
            <li key={at}>{t('typed.line', { item: itemNo, quantity })}</li>
          ))}
        </ul>
        <div className={css.actions}>
          <Button variant="default" onClick={forget}>
            {t('typed.forget')}
          </Button>
          {detail.can.includes('request_change') && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('acts.request_change')}
            </Button>
          )}
          <Button onClick={takeOver}>{t('typed.take')}</Button>
        </div>
      </Panel>
      {asking && (
        <ActDialog
          detail={detail}
          act="request_change"
          typed={{ date: values.requestedDate, quantities: changedQuantities(detail, values) }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
