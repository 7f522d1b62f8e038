import { PUBLIC_REQUEST, postJson } from '../../../platform/web/api/portal-fetch.ts'

/** Asks for a link; the answer is the same for everybody. */
export const forgetPassword = (email: string) =>
  postJson('/api/auth/password/forgot', { email }, { ...PUBLIC_REQUEST, idempotent: true })

/** Rejects when the link is void. */
export const lookAtReset = async (token: string) =>
  (await postJson('/api/auth/password/look', { token }, { ...PUBLIC_REQUEST, idempotent: true })) as {
    email: string
    /** Characters that a new password has at least. */
    shortest: number
  }

export const resetPassword = (token: string, password: string) =>
  postJson('/api/auth/password/reset', { token, password }, PUBLIC_REQUEST)

export const changePassword = (current: string, password: string) =>
  postJson('/api/auth/password/change', { current, password })
