import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { ordersContract } from '../../../orders/contract.ts'
import { linesOfOrder, type TypedLine } from './draft-values.ts'

const orders = createApi(ordersContract)

type CopyDialogProps = { room: number; onAdd: (lines: TypedLine[]) => void; onClose: () => void }

/** The lines of an earlier order, as they were ordered. */
export function CopyDialog({ room, onAdd, onClose }: CopyDialogProps) {
  const t = useTranslations('purchaseOrders.editor')
  const [ordNo, setOrdNo] = useState('')
  const submit = async () => {
    const copied = linesOfOrder(await orders.get({ ordNo: ordNo.trim() }))
    if (copied.length === 0) return t('copyNothing')
    if (copied.length > room) return t('tooManyLines', { count: copied.length, room })
    onAdd(copied)
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('copy')}
      submit={t('addLines')}
      ready={ordNo.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('ordNo')}
        value={ordNo}
        maxLength={200}
        data-autofocus
        onChange={(event) => setOrdNo(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
