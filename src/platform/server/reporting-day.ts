import { dayIn } from './time-zone.ts'

/** ISO date that reports take for today (D1): that of `REPORTING_AS_OF`, else the day in the installation's time zone. */
export const reportingDay = (reportingAsOf: string | undefined, timezone: string | null): string =>
  reportingAsOf ?? dayIn(timezone ?? 'UTC')
