import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 8

/**
 * Browsers and proxies ask again on a connection once they have their answer. Whoever sends many requests ahead and reads
 * nothing has all the answers wait in memory, so such a connection ends. `most`: how many may be without their answer.
 */
export function limitPipelines(server: Server, most = MOST): void {
  const open = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, answer) => {
    const unanswered = (open.get(socket) ?? 0) + 1
    open.set(socket, unanswered)
    answer.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    if (unanswered > most) socket.destroy()
  })
}
