import type { Notifications, Settings } from '../contract.ts'

/** What both forms hold: every value of its own, so that a draft can be kept field by field. */
export type OwnValues = {
  version: number
  /** '' follows the company, then the browser. */
  language: string
  timezone: string
} & Notifications

export const ownValuesOf = ({ version, language, timezone, notifications }: Settings): OwnValues => ({
  version,
  language: language ?? '',
  timezone: timezone ?? '',
  ...notifications,
})

const NOTICES = ['email', 'browser', 'mobile', 'orderUpdates', 'productUpdates'] as const

/** Only what differs is sent: what was changed elsewhere meanwhile, on another field, is not put back. */
export function changedChoices(before: OwnValues, now: OwnValues) {
  const notices = NOTICES.filter((kind) => now[kind] !== before[kind])
  return {
    version: now.version,
    ...(now.language !== before.language && {
      language: (now.language || null) as Settings['language'],
    }),
    ...(now.timezone !== before.timezone && { timezone: now.timezone || null }),
    ...(notices.length > 0 && {
      notifications: Object.fromEntries(notices.map((kind) => [kind, now[kind]])),
    }),
  }
}
