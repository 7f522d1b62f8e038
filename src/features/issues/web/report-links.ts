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
