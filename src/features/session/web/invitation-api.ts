import { PUBLIC_REQUEST, postJson } from '../../../platform/web/api/portal-fetch.ts'

export type InvitationFacts = {
  email: string
  tenant: string
  role: string
  /** Of a role whose name is the installation's own. */
  roleNames: Record<string, string>
  hasAccount: boolean
  /** Characters that a new password has at least. */
  shortest: number
}

/** Rejects when the link is void. */
export const lookAtInvitation = async (token: string) =>
  (await postJson(
    '/api/auth/invitation/look',
    { token },
    { ...PUBLIC_REQUEST, idempotent: true },
  )) as InvitationFacts

/** As the person who is signed in, or as somebody new with a name and a password. */
export const acceptInvitation = (token: string, person: { name: string; password: string } | object = {}) =>
  postJson('/api/auth/invitation/accept', { token, ...person }, PUBLIC_REQUEST)
