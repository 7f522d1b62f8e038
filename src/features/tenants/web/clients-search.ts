import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import type { ClientSort } from '../contract.ts'

export type SortText = `${'' | '-'}${ClientSort}`
/** The address of the list of clients (B6). */
export type ClientsSearch = {
  search?: string | undefined
  state?: 'active' | 'suspended' | undefined
  sort?: SortText | undefined
}

const FIELDS: readonly ClientSort[] = ['name', 'orders', 'people', 'lastSignIn', 'lastData', 'createdAt']
export const BY_NAME: Partial<ClientsSearch> = { sort: 'name' }

export const readClientsSearch = (raw: Record<string, unknown>): ClientsSearch => ({
  search: readText(raw.search),
  state: readOneOf(raw.state, ['active', 'suspended']),
  sort: readOneOf(
    raw.sort,
    FIELDS.flatMap((field): SortText[] => [field, `-${field}`]),
  ),
})
