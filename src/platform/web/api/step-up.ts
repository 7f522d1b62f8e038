import type { ProblemError } from './failures.ts'

/** What a signature says (J7): its meaning, and each row that it covers. */
export type Signing = {
  meaning: string
  rows: readonly string[]
  /** Every request that it covers, where there are several; without them the one that is being sent. */
  requests?: readonly SignedRequest[]
  /** What stands for it once it was given: the others of a selection come with it. */
  given?: string
}
/** A request as it is signed. */
export type SignedRequest = { method: string; path: string; body: unknown }
export type SignatureAsked = { signing: Signing; requests: readonly SignedRequest[] }

type Askers = {
  /** Shows that it is really them; answers whether they did. */
  stepUp: (failure: ProblemError) => Promise<boolean>
  /** Answers what stands for the signature; null: they did not sign. */
  sign: (failure: ProblemError, asked: SignatureAsked) => Promise<string | null>
}

let askers: Askers | null = null
let asking: Promise<boolean> | null = null

/** Who asks the person, as long as there is a screen to ask on. */
export function onAskedAgain(given: Askers) {
  askers = given
  return () => {
    askers = null
  }
}

/** Whether a refused request may be sent again: the person was asked, once for all that were refused meanwhile (A4). */
export function stepUp(failure: ProblemError): Promise<boolean> {
  if (failure.code !== 'second_factor_required' || !askers) return Promise.resolve(false)
  asking ??= askers.stepUp(failure).finally(() => {
    asking = null
  })
  return asking
}

/** What a request that is a signature is to be sent again with; null: it is none, or they did not sign. */
export async function signatureFor(
  failure: ProblemError,
  request: Request,
  signing: Signing | undefined,
): Promise<string | null> {
  // Who signed is not asked again for it, nor for another row of the same selection.
  if (failure.code !== 'signature_required' || !askers || !signing || signing.given) return null
  const { pathname: path } = new URL(request.url)
  const body: unknown = await request.clone().json()
  const requests = signing.requests ?? [{ method: request.method, path, body }]
  const given = await askers.sign(failure, { signing, requests })
  if (given) signing.given = given
  return given
}
