import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Brand } from '../../../platform/server/brand.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Company } from '../contract.ts'
import { readLogo } from '../domain/logo.ts'

type Facts = Omit<Company, 'defaultBrand' | 'logo' | 'version'>

const COLUMNS = {
  brandName: 'brand_name',
  legalName: 'company_name',
  address: 'address',
  taxNumbers: 'tax_numbers',
  bank: 'bank',
  hours: 'hours',
  email: 'email',
  phone: 'phone',
  timezone: 'timezone',
} as const satisfies Record<Exclude<keyof Facts, 'officeHours' | 'creditNoteLimit'>, string>

/** "5000" or "5000.00" → "500000" */
const centsOf = (amount: string) => Number(amount.includes('.') ? amount.replace('.', '') : `${amount}00`)

export async function getCompany(tx: Tx, brand: Pick<Brand, 'fallback'>): Promise<Company> {
  const { rows } = await sql<Omit<Company, 'defaultBrand'>>`
    select brand_name as "brandName", company_name as "legalName", address, tax_numbers as "taxNumbers", bank, hours,
           (credit_note_limit_cents / 100.0)::numeric(20, 2)::text as "creditNoteLimit",
           email, phone, timezone, logo_hash as logo, version,
           json_build_object('days', business_days, 'opensAt', to_char(opens_at, 'HH24:MI'), 'closesAt', to_char(closes_at, 'HH24:MI'))
             as "officeHours"
      from installation`.execute(tx)
  return { ...(rows[0] as Omit<Company, 'defaultBrand'>), defaultBrand: brand.fallback }
}

/** What is empty is not said. 412: somebody else changed it first. */
export async function changeCompany(
  tx: Tx,
  {
    version,
    officeHours,
    creditNoteLimit,
    ...asked
  }: { [K in keyof Facts]?: Facts[K] | undefined } & { version: number },
  brand: Pick<Brand, 'fallback'>,
  record: (act: Act) => void,
): Promise<Company> {
  await sql`select from installation for update`.execute(tx)
  const before = await getCompany(tx, brand)
  if (before.version !== version) throw refuse(412, 'stale_version')
  const changes = Object.fromEntries(
    Object.entries(asked)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [COLUMNS[key as keyof typeof COLUMNS], value || null]),
  )
  const limit = creditNoteLimit !== undefined && {
    credit_note_limit_cents: creditNoteLimit ? centsOf(creditNoteLimit) : null,
  }
  const given = officeHours && {
    ...{ days: officeHours.days.toSorted(), opensAt: officeHours.opensAt, closesAt: officeHours.closesAt },
  }
  const hours = given &&
    JSON.stringify(given) !== JSON.stringify(before.officeHours) && {
      ...{ business_days: given.days, opens_at: given.opensAt, closes_at: given.closesAt },
      hours_stated_on: sql<string>`portal.today()`,
    }
  await tx
    .updateTable('installation')
    .set({ ...changes, ...limit, ...hours, version: sql<number>`version + 1` })
    .execute()
  const after = await getCompany(tx, brand)
  const told = ({ version: _, logo: __, defaultBrand: ___, ...facts }: Company) => facts
  record({ objectType: 'company', objectId: 'company', before: told(before), after: told(after) })
  return after
}

/** 422 with the reason when it is no picture, or one that could do something. */
export async function changeLogo(
  tx: Tx,
  logo: string | null,
  brand: Pick<Brand, 'fallback'>,
  record: (act: Act) => void,
): Promise<Company> {
  const bytes = logo === null ? null : Buffer.from(logo, 'base64')
  const read = bytes && readLogo(bytes)
  if (read && !read.ok) throw refuse(422, `logo_${read.fault}`)
  const hash = bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const before = await getCompany(tx, brand)
  await tx
    .updateTable('installation')
    .set({
      logo: bytes,
      logo_type: read ? read.type : null,
      logo_hash: hash,
      version: sql<number>`version + 1`,
    })
    .execute()
  record({
    objectType: 'company',
    objectId: 'logo',
    before: { logo: before.logo },
    after: { logo: hash, bytes: bytes?.length ?? 0 },
  })
  return getCompany(tx, brand)
}
