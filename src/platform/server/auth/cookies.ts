import { createHmac, timingSafeEqual } from 'node:crypto'

/** Cookies of the portal: `__Host-` and Secure wherever the address is not this machine's own (A3). */
export function createCookies(secret: string, secure: boolean) {
  const prefix = secure ? '__Host-' : ''
  const sessionName = `${prefix}portal_session`
  const deviceName = `${prefix}portal_device`
  const challengeName = `${prefix}portal_challenge`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const sign = (value: string) => createHmac('sha256', secret).update(value).digest('base64url')

  return {
    /** Set-Cookie of a session token, for `seconds`. */
    session: (token: string, seconds: number) =>
      `${sessionName}=${token}.${sign(token)}; ${attributes}; Max-Age=${seconds}`,
    endSession: () => `${sessionName}=; ${attributes}; Max-Age=0`,
    /** Set-Cookie of a device that signed in once. 400 days: as long as browsers allow. */
    device: (id: string) => `${deviceName}=${id}; ${attributes}; Max-Age=${400 * 86_400}`,
    /** Set-Cookie of a sign-in whose second factor is still to come. */
    challenge: (token: string, seconds: number) =>
      `${challengeName}=${token}; ${attributes}; Max-Age=${seconds}`,
    endChallenge: () => `${challengeName}=; ${attributes}; Max-Age=0`,

    /** The session token of a Cookie header, when its signature is ours; no query. */
    readSession(header: string | undefined): string | undefined {
      const value = read(header, sessionName)
      const dot = value?.lastIndexOf('.') ?? -1
      if (!value || dot < 1) return undefined
      const given = Buffer.from(value.slice(dot + 1))
      const right = Buffer.from(sign(value.slice(0, dot)))
      return given.length === right.length && timingSafeEqual(given, right) ? value.slice(0, dot) : undefined
    },
    /** Which of two sessions is meant, nobody can say. */
    bringsSeveral: (header: string | undefined): boolean => all(header, sessionName).length > 1,
    readChallenge: (header: string | undefined): string | undefined =>
      read(header, challengeName)?.slice(0, 100) || undefined,
    readDevice: (header: string | undefined): string | undefined => read(header, deviceName)?.slice(0, 100),
  }
}

const all = (header: string | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

const read = (header: string | undefined, name: string): string | undefined => all(header, name)[0]
