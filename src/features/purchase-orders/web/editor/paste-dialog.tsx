import { Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QUANTITY, readWithin } from '../../../../platform/web/format/typed-number.ts'
import { useNumberFault } from '../../../../platform/web/format/use-number-fault.ts'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { readLines } from '../../domain/read-lines.ts'
import type { TypedLine } from './draft-values.ts'

/** So many faulty rows are named. */
const MOST_NAMED = 10

type PasteDialogProps = { room: number; onAdd: (lines: TypedLine[]) => void; onClose: () => void }

/** Lines from a sheet or a CSV: all of them, or what is wrong row by row. */
export function PasteDialog({ room, onAdd, onClose }: PasteDialogProps) {
  const t = useTranslations('purchaseOrders.editor')
  const faultText = useNumberFault()
  const id = useId()
  const [text, setText] = useState('')
  const submit = async () => {
    const lines = readLines(text)
    if (lines.length === 0) return t('pasteNothing')
    const lacking = lines.filter(({ itemNo, quantity }) => itemNo === '' || quantity.trim() === '')
    if (lacking.length > 0)
      return t('pasteBad', {
        count: lacking.length,
        rows: lacking
          .slice(0, MOST_NAMED)
          .map(({ row }) => row)
          .join(', '),
      })
    const unread = lines.flatMap(({ row, quantity }) => {
      const read = readWithin(quantity, QUANTITY)
      return 'what' in read ? t('pasteUnread', { row, fault: faultText(read, quantity, QUANTITY) }) : []
    })
    if (unread.length > 0) return [...unread.slice(0, MOST_NAMED), t('pasteNone')].join(' ')
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
