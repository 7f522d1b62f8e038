import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { parseSort } from '../../../platform/web/url/url-state.ts'
import { SHIPMENT_GROUPS, SHIPMENT_SORTS, type ShipmentGroup, type ShipmentSort } from '../contract.ts'

/** The address of the screen: what is shown, in which order, and which shipment is open (B6). */
export type TrackingSearch = {
  search?: string | undefined
  group?: ShipmentGroup | undefined
  carrier?: string | undefined
  sort?: `${'' | '-'}${ShipmentSort}` | undefined
  /** The id of the shipment that is open. */
  shipment?: number | undefined
}

/** The screen without an address of its own begins with what is expected last. */
export const DEFAULTS = { sort: '-estimatedOn' } as const satisfies TrackingSearch

export type TrackingFilter = Omit<TrackingSearch, 'shipment'> & { sort: NonNullable<TrackingSearch['sort']> }

/** Reads the address; what the API would refuse counts as not set. */
export const readTrackingSearch = withIgnoredParams(
  (raw): TrackingSearch => {
    const sort = parseSort(readText(raw.sort))
    const field = readOneOf(sort?.field, SHIPMENT_SORTS)
    const shipment = Number(raw.shipment)
    return {
      search: readText(raw.search),
      group: readOneOf(raw.group, SHIPMENT_GROUPS),
      carrier: readText(raw.carrier, 100),
      sort: field && `${sort?.descending ? '-' : ''}${field}`,
      shipment: Number.isSafeInteger(shipment) && shipment > 0 ? shipment : undefined,
    }
  },
  ['shipment'],
)

export const filterOf = ({
  search,
  group,
  carrier,
  sort = DEFAULTS.sort,
}: TrackingSearch): TrackingFilter => ({
  search,
  group,
  carrier,
  sort,
})

/** Whether anything is left out; the sort leaves nothing out. */
export const isFiltered = ({ search, group, carrier }: TrackingSearch): boolean =>
  search !== undefined || group !== undefined || carrier !== undefined
