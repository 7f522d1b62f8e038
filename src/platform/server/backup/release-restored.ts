import type { Tx } from '../database/tx.ts'

/** From now on what was restored sends its mails. Answers whether it was held until now. */
export async function releaseRestored(tx: Tx): Promise<boolean> {
  const released = await tx
    .updateTable('installation')
    .set({ restored_at: null, restored_from: null })
    .where('restored_at', 'is not', null)
    .returning('one')
    .execute()
  return released.length > 0
}
