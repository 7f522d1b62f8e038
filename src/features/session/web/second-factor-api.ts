import { postJson } from '../../../platform/web/api/portal-fetch.ts'

// Also of a session that may see nothing else yet: nothing to assert, and nobody to tell of a refusal.
const QUIET = { assertsTenant: false, reports: false } as const
const post = (path: string, body: object, harmless = false) =>
  postJson(`/api/auth/second-factor/${path}`, body, { ...QUIET, harmless })
/** Where the second factor that is there has to be shown first, the person is asked for it. */
const postAfterStepUp = (path: string, body: object) =>
  postJson(`/api/auth/second-factor/${path}`, body, { assertsTenant: false })

export type NewFactor = { secret: string; uri: string }

export const beginFactor = async (password: string) =>
  (await postAfterStepUp('begin', { password })) as NewFactor

export const confirmFactor = async (code: string) =>
  ((await post('confirm', { code })) as { recoveryCodes: string[] }).recoveryCodes

export const renewRecoveryCodes = async () =>
  ((await postAfterStepUp('recovery-codes', {})) as { recoveryCodes: string[] }).recoveryCodes

export const removeFactor = (password: string) => postAfterStepUp('remove', { password })

/** Shows who is there: a code, or of whoever has no second factor the password. */
export const showFactor = (given: { code: string } | { password: string }) => post('step-up', given, true)
