import * as z from 'zod'
import { Email } from '../../platform/contract/email.ts'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { Currency, Instant } from '../../platform/contract/money.ts'
import { MODULES, PERMISSIONS } from '../../platform/contract/permissions.ts'
import { Timezone } from '../../platform/contract/timezone.ts'

const THEMES = ['light', 'dark'] as const
const DENSITIES = ['comfortable', 'compact', 'spacious'] as const

export const Preferences = z.object({
  language: z.enum(LANGUAGES).nullable(),
  theme: z.enum(THEMES).nullable(),
  density: z.enum(DENSITIES).nullable(),
  timezone: z.string().max(64).nullable(),
})
export type Preferences = z.infer<typeof Preferences>

/** What the asker may choose. */
export const PreferenceChanges = Preferences.extend({
  timezone: Timezone.nullable(),
})
  .partial()
  .strict()

export const Session = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    globalAdmin: z.boolean(),
    staff: z.boolean(),
    preferences: Preferences,
  }),
  /** `global_admin`, a staff role or the role of the active membership; null: signed in without any access yet. */
  role: z.string().nullable(),
  /** null for administrators and staff who look at everything they may see. */
  tenant: z
    .object({ id: z.number().int(), name: z.string(), language: z.string().nullable(), currency: Currency })
    .nullable(),
  memberships: z.array(z.object({ tenantId: z.number().int(), tenantName: z.string(), role: z.string() })),
  /** Visibility of each module for the menu; administrators see all (A8). */
  modules: z.record(z.enum(MODULES), z.boolean()),
  permissions: z.array(z.enum(PERMISSIONS)),
  temporary: z.boolean(),
  /** An administrator looks at this tenant through the eyes of `role`, changes nothing, and until when (H1). */
  viewing: z.object({ until: Instant }).nullable(),
  /** Chosen by the asker, else by the tenant, else by the installation; null: as the device. */
  timezone: z.string().nullable(),
  /** Roles whose names are the installation’s own; the others are named by the messages. */
  roleNames: z.record(z.string(), z.string()),
  expiresAt: Instant,
  /** Then it ends unless somebody presses a key, moves the pointer or touches before, and a refresh says so. */
  idleEndsAt: Instant,
  /** When this was answered, by the clock that decides all of these moments. */
  at: Instant,
})
export type Session = z.infer<typeof Session>

/** How long ago the last key, pointer or touch was, in any tab; nothing: not known, and what is kept stays. */
export const Refresh = z.object({ idleSeconds: z.number().min(0).optional() }).strict()

export const OwnSession = z.object({
  id: z.string(),
  /** As people call them; null when the browser does not say. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  since: Instant,
  lastUsed: Instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

const OwnSecondFactor = z.object({
  /** null: there is none. */
  enrolledAt: Instant.nullable(),
  /** Since when the authenticator app; null: none. */
  app: Instant.nullable(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), since: Instant, lastUsed: Instant.nullable() }),
  ),
  /** The number that codes go to, but for its last four digits hidden; null: none. */
  sms: z.object({ number: z.string(), since: Instant, lastUsed: Instant.nullable() }).nullable(),
  /** Whether the installation sends SMS: without, a number is no way to sign in. */
  sendsSms: z.boolean(),
  /** Recovery codes that are still good. */
  codesLeft: z.number().int(),
  /** The installation or one of the asker's companies asks for it, so that it cannot be removed. */
  needed: z.boolean(),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

const OwnEmail = z.object({
  email: z.string(),
  /** Null: none is asked for. */
  next: z
    .object({ email: z.string(), oldConfirmed: z.boolean(), newConfirmed: z.boolean(), endsAt: Instant })
    .nullable(),
})
export type OwnEmail = z.infer<typeof OwnEmail>

export const sessionContract = {
  get: endpoint
    .route({ method: 'GET', path: '/session', summary: 'Who is signed in, where, and what they may do' })
    .meta({ signedIn: true })
    .output(Session),
  changePreferences: endpoint
    .route({
      method: 'POST',
      path: '/session/preferences',
      summary: 'Language, theme, density and timezone of the asker',
    })
    .meta({ signedIn: true, audit: 'preferences.changed', evenReadOnly: true })
    .input(PreferenceChanges)
    .output(Preferences),
  own: endpoint
    .route({ method: 'GET', path: '/sessions', summary: 'Where the asker is signed in: device and last use' })
    .meta({ signedIn: true })
    .output(z.object({ items: z.array(OwnSession) })),
  secondFactor: endpoint
    .route({
      method: 'GET',
      path: '/session/second-factor',
      summary: 'The asker’s second factor: app, passkeys, number, recovery codes left, whether it is needed',
    })
    .meta({ signedIn: true })
    .output(OwnSecondFactor),
  end: endpoint
    .route({
      method: 'POST',
      path: '/sessions/{id}/end',
      summary: 'Ends one of the asker’s sessions; its next request is refused',
    })
    .meta({ signedIn: true, audit: 'session.ended' })
    .input(z.object({ id: z.string().min(1).max(100) }).strict())
    .output(z.object({ ended: z.literal(true) })),
  email: endpoint
    .route({
      method: 'GET',
      path: '/session/email',
      summary: 'The e-mail of the asker, and the one that is to come',
    })
    .meta({ signedIn: true })
    .output(OwnEmail),
  changeEmail: endpoint
    .route({
      method: 'POST',
      path: '/session/email',
      summary: 'Asks for another e-mail; it counts when the links to both addresses were opened',
    })
    .meta({ signedIn: true, stepUp: true, audit: 'email.change_asked' })
    .input(z.object({ email: Email }).strict())
    .output(OwnEmail),
}

/** null: everything that staff or an administrator may see. */
const TenantChoice = z.object({ tenantId: z.int32().nullable() }).strict()

const Viewing = z
  .object({
    tenantId: z.int32().min(1),
    role: z.string().min(1).max(60),
    reason: z.string().trim().min(3).max(500),
  })
  .strict()
export type Viewing = z.infer<typeof Viewing>

/** Answered outside the typed router, because they set the session cookie. */
export const sessionCookieContract = {
  refresh: endpoint
    .route({
      method: 'POST',
      path: '/session/refresh',
      summary: 'Prolongs the session and rotates its token',
    })
    .meta({
      public: true,
      unrecorded:
        'prolongs what the sign-in put on record; a row a quarter of an hour each would bury the rest',
    })
    .input(Refresh)
    .output(Session),
  switchTenant: endpoint
    .route({
      method: 'POST',
      path: '/session/tenant',
      summary: 'Work in another tenant; rotates the session token',
    })
    .meta({ signedIn: true, audit: 'session.tenant_switched' })
    .input(TenantChoice)
    .output(Session),
  beginViewing: endpoint
    .route({
      method: 'POST',
      path: '/session/viewing',
      summary: 'Look at a tenant through the eyes of a role of it, for half an hour, changing nothing',
    })
    // Of administrators who see everything: no view begins inside another.
    .meta({ permission: 'tenants.manage', stepUp: true, audit: 'viewing.began' })
    .input(Viewing)
    .output(Session),
  endViewing: endpoint
    .route({ method: 'POST', path: '/session/viewing/end', summary: 'Back to what one sees oneself' })
    .meta({ signedIn: true, audit: 'viewing.ended', evenReadOnly: true })
    .input(z.object({}).strict())
    .output(Session),
}

/** As the tables have it: field names of the profile, the view and the act are those that the audit trail uses too. */
const Fields = z.record(z.string(), z.unknown())
const OwnData = z.object({
  exportedAt: Instant,
  profile: Fields,
  role: z.string().nullable(),
  memberships: z.array(z.object({ tenant_id: z.number().int(), tenant_name: z.string(), role: z.string() })),
  sessions: z.array(OwnSession),
  secondFactor: OwnSecondFactor,
  /** Of the company in which the asker works now. */
  views: z.array(Fields),
  /** What they typed into forms and have not sent. */
  drafts: z.array(Fields),
  /** What they asked the assistant in that company, and what it said, the oldest first. */
  assistant: z.array(Fields),
  /** Who hears them when they speak to it, as they were told. */
  voiceTold: z.array(Fields),
  /** What they want to be told of; null: they never chose. */
  noticeChoices: Fields.nullable(),
  /** What they were told in the last half year, the oldest first. */
  notices: z.array(Fields),
  /** Lots whose certificate they wait for. */
  certificateWishes: z.array(Fields),
  feedback: z.array(Fields),
  /** What they said of the project's phases. */
  roadmapComments: z.array(Fields),
  /** That they asked to be shown the portal. */
  demoRequests: z.array(Fields),
  /** From which they signed in. */
  devices: z.array(Fields),
  /** An address that is not confirmed yet. */
  emailChange: Fields.nullable(),
  /** What they wrote in the affairs of every company that they worked for, the oldest first. */
  words: z.array(Fields),
  /** What the asker did, the oldest first; what it changed where that is their own. */
  acts: z.array(Fields),
})

/** Answered outside the typed router: a file. */
export const ownDataContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/own-data',
      summary:
        'All that is kept of the asker, as JSON: profile, memberships, sessions, second factor, views, notices, own acts',
    })
    .meta({ signedIn: true, stepUp: true, audit: 'own_data.exported' })
    .output(OwnData),
}
