import { createHash, createHmac } from 'node:crypto'

export type Tickets = ReturnType<typeof createTickets>

/** What opens a job's context: made from a secret that the database does not hold, so that its rows open nothing. */
export function createTickets(secret: string) {
  const of = (id: number) =>
    `${id}:${createHmac('sha256', secret).update(`export job ${id}`).digest('base64url')}`
  return { of, hashOf: (id: number) => createHash('sha256').update(of(id)).digest() }
}
