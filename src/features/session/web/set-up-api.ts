import { PUBLIC_REQUEST, postJson } from '../../../platform/web/api/portal-fetch.ts'

export type SetUpWish = {
  name: string
  email: string
  password: string
  company: string
  currency: string
  language: string
  timezone: string
}

/** Rejects when the link is void. */
export const lookAtLink = async (token: string) =>
  (await postJson('/api/auth/set-up/look', { token }, PUBLIC_REQUEST)) as { shortest: number }

/** Answers the first key of upstream, which is shown this once. */
export async function setUp(token: string, wish: SetUpWish): Promise<{ key: string; signedIn: boolean }> {
  return (await postJson('/api/auth/set-up', { token, ...wish }, PUBLIC_REQUEST)) as {
    key: string
    signedIn: boolean
  }
}
