import type { Row } from '../security/support/superuser.ts'
import type { Actor } from './actors.ts'

type Asked = { status: number; headers: Headers }
export type AuditedWrite = {
  /** Else a member of the tenant. */
  asker?: () => Promise<Actor>
  /** What has to be there; its own rows are not looked at. */
  arrange?: (actor: Actor) => Promise<unknown>
  /** Whose chain, and who is named; the values of the changed fields before and after. */
  expected: (actor: Actor) => Row | Row[]
  act: (actor: Actor) => Promise<Asked>
  /** Where it is refused for want of somebody outside, so that there is nothing to record: not 200. */
  status?: number
}
