import * as z from 'zod'
import { Email } from '../../platform/contract/email.ts'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Timezone } from '../../platform/contract/timezone.ts'

const said = (most: number) => z.string().trim().max(most).nullable()
const facts = {
  /** Null: as the operator set it (BRAND_NAME). */
  brandName: said(60),
  legalName: said(200),
  address: said(500),
  taxNumbers: said(300),
  bank: said(1000),
  hours: said(500),
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
}
