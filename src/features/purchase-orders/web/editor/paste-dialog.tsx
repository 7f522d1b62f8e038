import { Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { readLines } from '../../domain/read-lines.ts'
import { readQuantity } from '../quantity.ts'
import type { TypedLine } from './draft-values.ts'

/** So many faulty rows are named. */
const MOST_NAMED = 10

type PasteDialogProps = { room: number; onAdd: (lines: TypedLine[]) => void; onClose: () => void }

/** Lines from a sheet or a CSV: all of them, or what is wrong row by row. */
export function PasteDialog({ room, onAdd, onClose }: PasteDialogProps) {
  const t = useTranslations('purchaseOrders.editor')
  const id = useId()
  const [text, setText] = useState('')
  const submit = async () => {
    const lines = readLines(text)
    if (lines.length === 0) return t('pasteNothing')
    const bad = lines.filter(({ itemNo, quantity }) => itemNo === '' || readQuantity(quantity) === null)
    if (bad.length > 0)
      return t('pasteBad', {
        count: bad.length,
        rows: bad
          .slice(0, MOST_NAMED)
          .map(({ row }) => row)
          .join(', '),
      })
    if (lines.length > room) return t('tooManyLines', { count: lines.length, room })
    onAdd(lines.map(({ itemNo, quantity }) => ({ itemNo, quantity })))
    onClose()
    return undefined
  }
  return (
    <FormDialog title={t('paste')} submit={t('addLines')} onSubmit={submit} onClose={onClose}>
      <Textarea
        label={t('pasteLabel')}
        description={t('pasteHint')}
        rows={8}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <label htmlFor={id}>{t('csv')}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => void event.currentTarget.files?.[0]?.text().then(setText)}
      />
    </FormDialog>
  )
}
