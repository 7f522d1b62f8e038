import { serverNow } from '../api/server-clock.ts'
import { useFormats } from './use-formats.tsx'
import { wallTime } from './wall-time.ts'

/** The date that it is for whoever looks (2026-11-22), by the clocks of their time zone. */
export function useToday(): string {
  return wallTime(serverNow(), useFormats().timeZone).slice(0, 10)
}
