import type { ProblemError } from './failures.ts'

/** Shows that it is really them; answers whether they did. */
type Asker = (failure: ProblemError) => Promise<boolean>

let asker: Asker | null = null
let asking: Promise<boolean> | null = null

/** Who asks the person, as long as there is a screen to ask on. */
export function onStepUp(ask: Asker) {
  asker = ask
  return () => {
    asker = null
  }
}

/** Whether a refused request may be sent again: the person was asked, once for all that were refused meanwhile (A4). */
export function stepUp(failure: ProblemError): Promise<boolean> {
  if (failure.code !== 'second_factor_required' || !asker) return Promise.resolve(false)
  asking ??= asker(failure).finally(() => {
    asking = null
  })
  return asking
}
