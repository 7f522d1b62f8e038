/** Where the clocks of a zone stand at an instant, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  }).formatToParts(instant)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** `2026-11-22T14:30`, as a field for date and time has it. */
export const wallTime = (instant: number, timeZone: string): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 16)

/** The instant at which the clocks of the zone show that; null: it is no time. Of an hour that comes twice, either. */
export function instantOf(text: string, timeZone: string): string | null {
  const shown = Date.parse(`${text}Z`)
  if (Number.isNaN(shown)) return null
  const near = shown - (wallClock(shown, timeZone) - shown)
  // Between the two lies a change of the clocks, or nothing.
  return new Date(shown - (wallClock(near, timeZone) - near)).toISOString()
}
