import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readDay, readInteger, readText } from '../../../platform/web/url/read-search.ts'

/** The address of the screen: which part of the trail is shown (B6). */
export type AuditSearch = {
  search?: string | undefined
  action?: string | undefined
  /** 0: the installation's own chain. */
  company?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Reads the address; what the API would refuse counts as not set. */
export const readAuditSearch = withIgnoredParams(
  (raw): AuditSearch => ({
    search: readText(raw.search),
    action: readText(raw.action, 100),
    company: readInteger(raw.company, 0, 2_147_483_647),
    from: readDay(raw.from),
    to: readDay(raw.to),
  }),
)

export const NO_FILTER: AuditSearch = {
  search: undefined,
  action: undefined,
  company: undefined,
  from: undefined,
  to: undefined,
}

/** As the API names it. */
export const filterOf = ({ company, ...rest }: AuditSearch) => ({ ...rest, tenantId: company })

export const isFiltered = (search: AuditSearch) =>
  Object.keys(NO_FILTER).some((key) => search[key as keyof AuditSearch] !== undefined)
