import type { EndpointMeta } from '../../contract/endpoint.ts'
import type { MfaPolicy } from '../config.ts'
import type { Actor } from '../database/context.ts'
import { refuse } from './fault.ts'

/** Administrators show their second factor at least that often; everybody before what `stepUp` marks (A4). */
const ADMINISTRATORS_MS = 12 * 3_600_000
const STEP_UP_MS = 10 * 60_000

type Proof = Pick<Actor, 'ways' | 'isAdmin' | 'tenantRequiresFactor' | 'secondFactorAt' | 'passwordAt'>

/** Whether the installation or a tenant asks this person for a second factor. */
export const needsFactor = (
  policy: MfaPolicy,
  { isAdmin, tenantRequires }: { isAdmin: boolean; tenantRequires: boolean },
): boolean => policy === 'required' || (policy === 'administrators' && isAdmin) || tenantRequires

const isWithin = (ms: number, at: string | null) => at !== null && Date.now() - Date.parse(at) < ms

/** Was the second factor, or of whoever has none the password, given within the last ten minutes? */
export const isFresh = ({
  ways,
  secondFactorAt,
  passwordAt,
}: Omit<Proof, 'isAdmin' | 'tenantRequiresFactor'>) =>
  isWithin(STEP_UP_MS, ways ? secondFactorAt : passwordAt)

/** `ways`: what the person has to show; without a second factor, the password. */
export const refuseStale = (ways: Actor['ways']) =>
  refuse(401, 'second_factor_required', { ways: ways ?? ['password'] })

/** 401 before anything else is looked at: who must have a second factor, and has none, sees no data. */
export function refuseUnproven(actor: Proof, policy: MfaPolicy): void {
  const { ways, isAdmin, tenantRequiresFactor, secondFactorAt } = actor
  if (!ways) {
    if (needsFactor(policy, { isAdmin, tenantRequires: tenantRequiresFactor }))
      throw refuse(401, 'enrolment_required')
    return
  }
  if (isAdmin && !isWithin(ADMINISTRATORS_MS, secondFactorAt)) throw refuseStale(ways)
}

/** After the rights were looked at: only who may do it is asked once more. */
export function refuseUnlessFresh(meta: EndpointMeta, actor: Proof): void {
  if (meta.stepUp && !isFresh(actor)) throw refuseStale(actor.ways)
}
