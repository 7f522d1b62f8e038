/** What the report is about, filled in beforehand. */
export type ReportLinks = {
  order?: { id: number; name: string; tenantId?: number | undefined }
  /** A line of the order, as it is called. */
  line?: string | undefined
  itemNo?: string | undefined
  lotNo?: string | undefined
  /** That is questioned. */
  invoice?: { id: number; number: string; tenantId?: number | undefined }
}

export type OrderNames = { id: number; ordNo: string | null; primary: string | null; poNo: string | null }

/** An order as a report names it. */
export const orderLink = ({ id, ordNo, primary, poNo }: OrderNames) => ({
  id,
  name: ordNo ?? primary ?? poNo ?? `id:${id}`,
})
