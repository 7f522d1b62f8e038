import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate } from '../../platform/contract/money.ts'
import { texts, trimmed } from '../../platform/contract/text.ts'
import { CLAIM_KINDS, LONGEST_CLAIM, PROOFS } from './domain/claims.ts'

const Texts = texts(trimmed(LONGEST_CLAIM))

const given = {
  kind: z.enum(CLAIM_KINDS),
  /** English is shown where a language has none. */
  texts: Texts.strict(),
  /** The test that shows what is enforced. */
  proof: z.enum(PROOFS).nullable(),
  /** Since when the operator answers for it. */
  statedOn: CalendarDate.nullable(),
}
const isWhole = ({ kind, proof, statedOn }: { kind: string; proof: unknown; statedOn: unknown }) =>
  (kind === 'enforced') === (proof !== null) && (kind === 'operator') === (statedOn !== null)
const needs = { path: ['kind'], ...fieldMessage('proofOrDay') }

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const version = z.int().min(1).max(2_147_483_646)

const Claim = z.object({ ...given, id, version })
/** As everybody sees it; answered to visitors too (mount-public.ts). */
export type Claim = z.infer<typeof Claim>

const manages = { permission: 'company.manage' } as const
const PATH = '/admin/claims'

export const claimsContract = {
  add: endpoint
    .route({
      method: 'POST',
      path: PATH,
      summary:
        'Claims something of the portal: enforced, with its test; or answered for by the operator, since a day',
    })
    .meta({ ...manages, audit: 'claim.added' })
    .input(z.object(given).strict().refine(isWhole, needs))
    .output(z.object({ id: z.number().int() })),
  change: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Changes a claim; 412 when somebody else did first',
    })
    .meta({ ...manages, audit: 'claim.changed' })
    .input(
      z
        .object({ ...given, id, version })
        .strict()
        .refine(isWhole, needs),
    )
    .output(z.object({ version: z.number().int() })),
  remove: endpoint
    .route({ method: 'DELETE', path: `${PATH}/{id}`, summary: 'Does not claim it any more' })
    .meta({ ...manages, audit: 'claim.removed' })
    .input(z.object({ id }).strict())
    .output(z.object({ removed: z.literal(true) })),
}
