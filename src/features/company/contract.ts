import * as z from 'zod'
import { Email } from '../../platform/contract/email.ts'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate } from '../../platform/contract/money.ts'
import { TIME } from '../../platform/contract/patterns.ts'
import { texts, trimmed } from '../../platform/contract/text.ts'
import { Timezone } from '../../platform/contract/timezone.ts'

const said = (most: number) => z.string().trim().max(most).nullable()
const time = z.string().regex(TIME)
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** When somebody is there, by the installation's clock: promises and expected answers are counted by it. */
const OfficeHours = z
  .object({
    /** 1 is Monday. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
    opensAt: time,
    closesAt: time,
  })
  .strict()
  .refine(({ days }) => new Set(days).size === days.length, { path: ['days'], ...fieldMessage('twice') })
  .refine(({ opensAt, closesAt }) => minutesOf(closesAt) - minutesOf(opensAt) >= 60, {
    path: ['closesAt'],
    ...fieldMessage('hourLater'),
  })
export type OfficeHours = z.infer<typeof OfficeHours>

const Names = texts(trimmed(100))

const ClosedDay = z.object({ day: CalendarDate, names: Names })
export type ClosedDay = z.infer<typeof ClosedDay>

const facts = {
  /** Null: as the operator set it (BRAND_NAME). */
  brandName: said(60),
  legalName: said(200),
  address: said(500),
  taxNumbers: said(300),
  bank: said(1000),
  /** A credit note of more than this needs its writer to sign in again; null: none does. In the installation's currency. */
  creditNoteLimit: z
    .string()
    .regex(/^(\d{1,11}(\.\d{2})?)?$/)
    .nullable(),
  /** What visitors read of it on the sign-in screen. */
  hours: said(500),
  officeHours: OfficeHours,
  email: Email.or(z.literal('')).nullable(),
  phone: said(60),
  /** Of whoever has chosen none and whose company has none; reports are made in it. Null: as each device. */
  timezone: Timezone.nullable(),
}

const Company = z.object({
  ...facts,
  defaultBrand: z.string(),
  /** Names the picture in its address; null: none. */
  logo: z.string().nullable(),
  version: z.number().int(),
})
export type Company = z.infer<typeof Company>

const meta = { permission: 'company.manage' } as const

export const companyContract = {
  get: endpoint
    .route({ method: 'GET', path: '/admin/company', summary: 'The manufacturer as the portal tells of it' })
    .meta(meta)
    .output(Company),
  change: endpoint
    .route({
      method: 'PATCH',
      path: '/admin/company',
      summary: 'Changes what the portal tells of the manufacturer; 412 when somebody else did first',
    })
    .meta({ ...meta, audit: 'company.changed' })
    .input(
      z
        .object({ version: z.number().int().min(0), ...facts })
        .partial()
        .required({ version: true })
        .strict(),
    )
    .output(Company),
  changeLogo: endpoint
    .route({
      method: 'PUT',
      path: '/admin/company/logo',
      summary: 'Another logo, as base64: a PNG, or an SVG of shapes alone; null takes it away',
    })
    .meta({ ...meta, audit: 'company.logo_changed' })
    .input(
      z
        .object({
          logo: z
            .string()
            .regex(/^[A-Za-z0-9+/]{1,400000}={0,2}$/)
            .nullable(),
        })
        .strict(),
    )
    .output(Company),
  closedDays: endpoint
    .route({ method: 'GET', path: '/admin/closed-days', summary: 'The days on which the office is closed' })
    .meta(meta)
    .output(z.object({ items: z.array(ClosedDay) })),
  keepClosedDay: endpoint
    .route({
      method: 'PUT',
      path: '/admin/closed-days/{day}',
      summary: 'Closes the office on a day, or names that day otherwise',
    })
    .meta({ ...meta, audit: 'company.closed_day_kept' })
    .input(z.object({ day: CalendarDate, names: Names.strict() }).strict())
    .output(ClosedDay),
  removeClosedDay: endpoint
    .route({
      method: 'DELETE',
      path: '/admin/closed-days/{day}',
      summary: 'The office is open on that day after all',
    })
    .meta({ ...meta, audit: 'company.closed_day_removed' })
    .input(z.object({ day: CalendarDate }).strict())
    .output(z.object({ removed: z.literal(true) })),
}
