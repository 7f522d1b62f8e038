import { dayIn } from './time-zone.ts'

/** ISO date that reports take for today (D1): that of `REPORTING_AS_OF`, else the day in the reporting zone. */
export const reportingDay = (reportingAsOf: string | undefined, timezone: string): string =>
  reportingAsOf ?? dayIn(timezone)
