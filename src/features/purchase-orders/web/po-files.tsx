import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AttachedFiles } from '../../../platform/web/kit/attached-files.tsx'
import { StorageNote } from '../../storage/web/published.tsx'
import { MOST_FILES, type PoDetail } from '../contract.ts'
import { api } from './po-queries.ts'

/** What was sent with it, and the way to send more. */
export function PoFiles({ detail: { files, can, purchaseOrder } }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders.files')
  const queries = useQueryClient()
  const { id } = purchaseOrder
  if (files.length === 0 && !can.includes('attach')) return null
  return (
    <AttachedFiles
      title={t('title')}
      none={t('none')}
      path={`/purchase-orders/${id}/files`}
      files={files}
      room={<StorageNote />}
      attaches={can.includes('attach') && files.length < MOST_FILES}
      onRemove={can.includes('edit') ? (file) => api.removeFile({ id, fileId: file.id }) : undefined}
      onChanged={() => queries.invalidateQueries({ queryKey: ['purchase-orders'] })}
    />
  )
}
