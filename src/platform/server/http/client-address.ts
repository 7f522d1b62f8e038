import type { Context } from 'hono'

/** The asker's address: of the socket, or as the outermost of our own proxies saw it (TRUST_PROXY counts them). */
export function clientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming
    ?.socket
  if (trustedProxies > 0) {
    const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
    const address = seen.at(-trustedProxies)
    if (address) return address
  }
  return socket?.remoteAddress ?? '127.0.0.1'
}
