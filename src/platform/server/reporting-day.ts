/** ISO date that reports take for today (D1): that of the installation's `REPORTING_AS_OF`, else the day in UTC. */
export const reportingDay = ({ reportingAsOf }: { reportingAsOf?: string | undefined }): string =>
  reportingAsOf ?? new Date().toISOString().slice(0, 10)
