/** The day `days` from today, as YYYY-MM-DD, in the time zone that an installation has when it is set up. */
export function plantDay(days = 0): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date())
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}
