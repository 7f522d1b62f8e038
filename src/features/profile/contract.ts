import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { PreferenceChanges, Preferences } from '../session/contract.ts'

/** Over which ways somebody wants to be told, and of what (F7). */
const Notifications = z
  .object({
    email: z.boolean(),
    browser: z.boolean(),
    mobile: z.boolean(),
    orderUpdates: z.boolean(),
    productUpdates: z.boolean(),
  })
  .strict()
export type Notifications = z.infer<typeof Notifications>

/** What both screens show of the asker: one value each, on whichever it is changed. */
export const Settings = z.object({
  /** Goes up with each change on either screen; a change names the one that it knows. */
  version: z.number().int(),
  ...Preferences.pick({ language: true, timezone: true }).shape,
  notifications: Notifications,
})
export type Settings = z.infer<typeof Settings>

export const Profile = Settings.extend({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  department: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** Or `If-Match: "<version>"`. */
const version = z.coerce.number().int().optional()

const Choices = PreferenceChanges.pick({ language: true, timezone: true }).extend({
  notifications: Notifications.partial().optional(),
  version,
})
const SettingsChanges = Choices.strict()
const ProfileChanges = Choices.extend({
  name: z.string().trim().min(1).max(200).optional(),
  /** Any way of writing it; kept as "+1 514 555-0123". */
  phone: z.string().max(40).optional(),
  address: z.string().trim().max(500).optional(),
  department: z.string().trim().max(120).optional(),
}).strict()
export type ProfileChanges = z.infer<typeof ProfileChanges>

const profile = { signedIn: true, module: 'profile' } as const
const settings = { signedIn: true, module: 'settings' } as const

export const profileContract = {
  get: endpoint
    .route({ method: 'GET', path: '/profile', summary: 'The asker: name, contact, preferences, notices' })
    .meta(profile)
    .output(Profile),
  change: endpoint
    .route({
      method: 'PATCH',
      path: '/profile',
      summary:
        'Changes the fields that are named; 412 when the profile or the settings changed in the meantime',
    })
    .meta({ ...profile, audit: 'profile.changed' })
    .input(ProfileChanges)
    .output(Profile),
  getSettings: endpoint
    .route({ method: 'GET', path: '/settings', summary: 'Language, timezone and notices of the asker' })
    .meta(settings)
    .output(Settings),
  changeSettings: endpoint
    .route({
      method: 'PATCH',
      path: '/settings',
      summary:
        'Changes the fields that are named; 412 when the profile or the settings changed in the meantime',
    })
    .meta({ ...settings, audit: 'settings.changed' })
    .input(SettingsChanges)
    .output(Settings),
}
