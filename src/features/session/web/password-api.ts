import { postJson } from '../../../platform/web/api/portal-fetch.ts'

// Nobody is signed in: nothing to assert, and nobody to tell of a refusal.
const quiet = { assertsTenant: false, reports: false }

/** Asks for a link; the answer is the same for everybody. */
export const forgetPassword = (email: string) =>
  postJson('/api/auth/password/forgot', { email }, { ...quiet, harmless: true })

/** Rejects when the link is void. */
export const lookAtReset = async (token: string) =>
  (await postJson('/api/auth/password/look', { token }, { ...quiet, harmless: true })) as { email: string }

export const resetPassword = (token: string, password: string) =>
  postJson('/api/auth/password/reset', { token, password }, quiet)
