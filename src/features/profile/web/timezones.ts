/** The source's zones stand first: Settings has eight, the profile the four of the United States among them (F7). */
const OF_SETTINGS = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'UTC',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
] as const
export const FIRST_ZONES = { profile: OF_SETTINGS.slice(0, 4), settings: OF_SETTINGS }

/** "Eastern Time (America/New_York)": the name that people say where there is one, and the one that is unmistakable. */
export function zoneName(zone: string, locale: string): string {
  if (zone === 'UTC') return zone
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
  const said = parts.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value
  const place = zone.replaceAll('_', ' ')
  return said ? `${said} (${place})` : place
}

/** Every zone that this browser knows, and the one that is chosen, by their place. */
export function otherZones(first: readonly string[], chosen: string): string[] {
  const known = new Set<string>(Intl.supportedValuesOf('timeZone'))
  if (chosen) known.add(chosen)
  return [...known].filter((zone) => !first.includes(zone)).sort()
}
