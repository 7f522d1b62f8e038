import type { EndpointMeta } from '../../contract/endpoint.ts'
import type { Way } from '../../contract/problem.ts'
import type { MfaPolicy } from '../config.ts'
import type { Actor } from '../database/context.ts'
import { refuse } from './fault.ts'

/** Administrators show their second factor at least that often; everybody before what `stepUp` marks (A4). */
const ADMINISTRATORS_MS = 12 * 3_600_000
const STEP_UP_MS = 10 * 60_000

/** What the installation asks of everybody, and what it can send. */
export type FactorRules = { mfaPolicy: MfaPolicy; sendsSms: boolean }

type Proof = Pick<
  Actor,
  'ways' | 'isAdmin' | 'tenantRequiresFactor' | 'secondFactorAt' | 'passwordAt' | 'askedAt'
>

/** Whether the installation or a tenant asks this person for a second factor. */
export const needsFactor = (
  policy: MfaPolicy,
  { isAdmin, tenantRequires }: { isAdmin: boolean; tenantRequires: boolean },
): boolean => policy === 'required' || (policy === 'administrators' && isAdmin) || tenantRequires

/** Both moments are of the database’s clock (J6). */
const isWithin = (ms: number, at: string | null, askedAt: string) =>
  at !== null && Date.parse(askedAt) - Date.parse(at) < ms

/** Was the second factor, or of whoever has none the password, given within the last ten minutes? */
export const isFresh = ({
  ways,
  secondFactorAt,
  passwordAt,
  askedAt,
}: Omit<Proof, 'isAdmin' | 'tenantRequiresFactor'>) =>
  isWithin(STEP_UP_MS, ways ? secondFactorAt : passwordAt, askedAt)

/** Without an SMS where none can be sent: what else the person has stays, so that nobody is locked out. */
export const openWays = <W extends Way[] | null>(ways: W, sendsSms: boolean) =>
  sendsSms || !ways ? ways : ways.filter((way) => way !== 'sms')

/** `ways`: what the person has to show; without a second factor, the password. */
export const refuseStale = (ways: Actor['ways'], sendsSms: boolean) =>
  refuse(401, 'second_factor_required', { ways: openWays(ways, sendsSms) ?? ['password'] })

/** 401 before anything else is looked at: who must have a second factor, and has none, sees no data. */
export function refuseUnproven(actor: Proof, { mfaPolicy, sendsSms }: FactorRules): void {
  const { ways, isAdmin, tenantRequiresFactor, secondFactorAt, askedAt } = actor
  if (!ways) {
    if (needsFactor(mfaPolicy, { isAdmin, tenantRequires: tenantRequiresFactor }))
      throw refuse(401, 'enrolment_required', { ways: openWays(['totp', 'passkey', 'sms'], sendsSms) })
    return
  }
  if (isAdmin && !isWithin(ADMINISTRATORS_MS, secondFactorAt, askedAt)) throw refuseStale(ways, sendsSms)
}

/** After the rights were looked at: only who may do it is asked once more. */
export function refuseUnlessFresh(meta: EndpointMeta, actor: Proof, { sendsSms }: FactorRules): void {
  if (meta.stepUp === true) needFresh(actor, sendsSms)
}

/** 401 unless they showed within ten minutes who they are. */
export function needFresh(actor: Proof, sendsSms: boolean): void {
  if (!isFresh(actor)) throw refuseStale(actor.ways, sendsSms)
}
