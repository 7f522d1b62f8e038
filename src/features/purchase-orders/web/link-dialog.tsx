import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { PoDetail } from '../contract.ts'
import { api } from './po-queries.ts'

/** Several orders bear the number: staff say which one it is. */
export default function LinkDialog({ detail, onClose }: { detail: PoDetail; onClose: () => void }) {
  const t = useTranslations('purchaseOrders')
  const queries = useQueryClient()
  const [order, setOrder] = useState('')
  const submit = async () => {
    await api.answer({
      id: detail.purchaseOrder.id,
      version: detail.version,
      act: 'link',
      orderId: Number(order),
    })
    await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
    toast.done(t('done.link'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('acts.link')}
      submit={t('acts.link')}
      ready={order !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={t('facts.order')}
        description={t('meaning.link')}
        value={order}
        data={[
          { value: '', label: t('chooseOrder') },
          ...detail.candidates.map(({ id, ordNo, primary }) => ({
            value: String(id),
            label: ordNo ?? primary ?? String(id),
          })),
        ]}
        onChange={(event) => setOrder(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
