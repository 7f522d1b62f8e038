import type { Tx } from '../../../platform/server/database/tx.ts'
import type { StoredFile } from '../../../platform/server/files/stored-file.ts'

/** Every file that something of the portal leads to: documents and what is attached elsewhere. For who sees all rows. */
export async function filesInUse(tx: Tx): Promise<StoredFile[]> {
  const file = ['file_key as key', 'size', 'checksum'] as const
  return tx
    .selectFrom('document_versions')
    .select(file)
    .union(tx.selectFrom('issue_files').select(file))
    .union(tx.selectFrom('conversation_files').select(file))
    .union(tx.selectFrom('purchase_order_files').select(file))
    .union(tx.selectFrom('document_request_files').select(file))
    .union(tx.selectFrom('form_draft_files').select(file))
    .orderBy('key')
    .execute()
}
