import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { numberKey } from '../../../../platform/domain/number-key.ts'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { QUANTITY } from '../../../../platform/web/format/typed-number.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { NumberField } from '../../../../platform/web/kit/number-field.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { useCursorList } from '../../../../platform/web/query/cursor-query.ts'
import { catalogueQuery } from '../../../catalogue/web/published.ts'
import type { Checked, CheckedLine } from '../../contract.ts'
import css from '../po.module.css'
import { usePrice } from '../po-cells.tsx'
import { quantityIn, readQuantity } from '../quantity.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { isUnused, type TypedLine } from './draft-values.ts'
import { PasteDialog } from './paste-dialog.tsx'

/** As many as the server takes. */
const MOST_LINES = 200

type DraftLinesProps = {
  lines: TypedLine[]
  tenant: number | undefined
  ready: boolean
  checked: Checked | undefined
  onChange: (lines: TypedLine[]) => void
}

/** Item number and quantity, one after the other; or many at once from a sheet, a file or an earlier order. */
export function DraftLines({ lines, tenant, ready, checked, onChange }: DraftLinesProps) {
  const t = useTranslations('purchaseOrders.editor')
  const formats = useFormats()
  const [opened, open] = useState<'paste' | 'copy' | null>(null)
  // The check leaves lines out that are not whole: what it found is told by their order.
  const whole = lines.map(({ itemNo, quantity }) => itemNo.trim() !== '' && readQuantity(quantity) !== null)
  const found = (at: number): CheckedLine | undefined => {
    const line = whole[at] ? checked?.lines[whole.slice(0, at).filter(Boolean).length] : undefined
    return line && numberKey(line.itemNo) === numberKey(lines[at]?.itemNo ?? '') ? line : undefined
  }
  // What is in no catalogue has no price to be confirmed.
  const unknown = checked?.lines.filter(({ fault }) => fault === 'unknown_item').length ?? 0
  const unpriced = (checked?.unpricedLines ?? 0) - unknown
  const room = MOST_LINES - lines.length
  const add = (more: readonly TypedLine[]) => onChange([...lines, ...more])
  const patch = (at: number, line: Partial<TypedLine>) =>
    onChange(lines.map((one, place) => (place === at ? { ...one, ...line } : one)))
  return (
    <Panel title={t('lines')}>
      <div className={css.actions}>
        <Button variant="default" size="compact-md" disabled={!ready} onClick={() => open('paste')}>
          {t('paste')}
        </Button>
        <Button variant="default" size="compact-md" disabled={!ready} onClick={() => open('copy')}>
          {t('copy')}
        </Button>
      </div>
      <Pad tenant={tenant} ready={ready && lines.length < MOST_LINES} onAdd={(line) => add([line])} />
      <div className={css.lines}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
          <div key={at} className={css.line}>
            <TextField
              aria-label={t('itemOf', { line: at + 1 })}
              path={`lines.${at}.itemNo`}
              value={line.itemNo}
              maxLength={100}
              error={line.itemNo.trim() === '' && !isUnused(line) && t('itemMissing')}
              onChange={(event) => patch(at, { itemNo: event.currentTarget.value })}
            />
            <NumberField
              tried
              optional={isUnused(line)}
              bounds={quantityIn(found(at)?.unit ?? null)}
              aria-label={t('quantityOf', { line: at + 1 })}
              path={`lines.${at}.quantity`}
              value={line.quantity}
              maxLength={20}
              onChange={(event) => patch(at, { quantity: event.currentTarget.value })}
            />
            <Found line={found(at)} currency={checked?.currency} />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('removeOf', { line: at + 1 })}
              onClick={() => onChange(lines.filter((_, place) => place !== at))}
            >
              {t('remove')}
            </Button>
          </div>
        ))}
      </div>
      {lines.length === 0 && <p className={css.quiet}>{t('noLines')}</p>}
      {checked && lines.length > 0 && (
        <p className={css.sum} role="status">
          <strong>
            {t('total', {
              total: checked.total === null ? DASH : formats.money(checked.total, checked.currency),
            })}
          </strong>
          {unpriced > 0 && <span>{t('unpriced', { count: unpriced })}</span>}
          {checked.earliestDate && <span>{t('earliest', { date: formats.date(checked.earliestDate) })}</span>}
          {checked.needsApproval && <span>{t('needsApproval')}</span>}
        </p>
      )}
      {opened === 'paste' && <PasteDialog room={room} onAdd={add} onClose={() => open(null)} />}
      {opened === 'copy' && <CopyDialog room={room} onAdd={add} onClose={() => open(null)} />}
    </Panel>
  )
}

/** What a line is and costs, or what is wrong with it. */
function Found({ line, currency }: { line: CheckedLine | undefined; currency: string | undefined }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const price = usePrice()
  if (!line) return <span />
  if (line.fault === 'unknown_item') return <span data-fault>{t('editor.unknownItem')}</span>
  return (
    <span>
      {line.name}
      <br />
      <small>
        {[
          line.unit,
          currency === undefined ? t('onConfirmation') : price(line, currency),
          line.leadWeeks && t('weeks', line.leadWeeks),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {(line.fault === 'below_minimum' || line.fault === 'minimum_unit') && (
        <>
          <br />
          <span data-fault>
            {t(line.fault === 'below_minimum' ? 'editor.belowMinimum' : 'editor.minimumUnit', {
              minimum: formats.quantity(line.minimum),
              unit: line.minimumUnit ?? '',
              ordered: line.unit ?? '',
            })}
          </span>
        </>
      )}
    </span>
  )
}

type PadProps = { tenant: number | undefined; ready: boolean; onAdd: (line: TypedLine) => void }

/** The quick pad: code, quantity, Enter; the focus goes back to the code. */
function Pad({ tenant, ready, onAdd }: PadProps) {
  const t = useTranslations('purchaseOrders.editor')
  const id = useId()
  const [itemNo, setItemNo] = useState('')
  const [quantity, setQuantity] = useState('')
  const [wrong, setWrong] = useState(false)
  const { rows } = useCursorList(catalogueQuery({ tenant }))
  return (
    <form
      className={css.pad}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (itemNo.trim() === '' || readQuantity(quantity) === null) {
          setWrong(true)
          return
        }
        onAdd({ itemNo: itemNo.trim(), quantity: quantity.trim() })
        setItemNo('')
        setQuantity('')
        setWrong(false)
        event.currentTarget.querySelector('input')?.focus()
      }}
    >
      <TextField
        label={t('item')}
        value={itemNo}
        maxLength={100}
        list={`${id}-items`}
        disabled={!ready}
        error={wrong && itemNo.trim() === '' && t('itemMissing')}
        onChange={(event) => setItemNo(event.currentTarget.value)}
      />
      <datalist id={`${id}-items`}>
        {rows.map((item) => (
          <option key={`${item.tenantId} ${item.id}`} value={item.itemNo}>
            {item.name}
          </option>
        ))}
      </datalist>
      <NumberField
        tried={wrong}
        bounds={QUANTITY}
        label={t('quantity')}
        value={quantity}
        maxLength={20}
        disabled={!ready}
        onChange={(event) => setQuantity(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!ready}>
        {t('add')}
      </Button>
    </form>
  )
}
