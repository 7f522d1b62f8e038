import type { MiddlewareHandler } from 'hono'

/** From SIGTERM on every answer is the last one of its connection, so that its sender goes to another server. */
export const drainConnections =
  (stopping: () => boolean): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (stopping()) c.res.headers.set('connection', 'close')
  }
