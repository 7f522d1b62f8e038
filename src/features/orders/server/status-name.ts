import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { type OrderStatus, STATUS_KEYS } from '../domain/statuses.ts'

/** A status as files name it: in the reader's language where it means one of the source's, else as received. */
export const statusName = (
  language: ServerLanguage,
  { ordStat, status }: { ordStat: string | null; status: OrderStatus | null },
): string | null =>
  status === null ? ordStat : serverMessages(language).orders.statuses[STATUS_KEYS[status]]
