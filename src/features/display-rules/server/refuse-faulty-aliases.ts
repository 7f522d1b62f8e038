import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Rules } from '../contract.ts'
import { aliasFault } from '../domain/faults.ts'

/** 422 with the entry named. */
export function refuseFaultyAliases({ aliases }: Rules): void {
  const fault = aliasFault(aliases)
  if (!fault) return
  throw refuse(422, fault.code, {
    values: { name: fault.name },
    errors: [{ path: `aliases.${fault.at}`, message: fault.name }],
  })
}
