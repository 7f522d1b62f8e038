import { hash, verify } from '@node-rs/argon2'
import { ORPCError } from '@orpc/server'
import { createSemaphore } from '../semaphore.ts'

/** Thrown when too many passwords wait to be looked at: sign-in is the cheapest way to overload a machine. Answered as 429. */
export class HashingBusy extends ORPCError<string, unknown> {
  constructor() {
    super('RATE_LIMITED', {
      status: 429,
      data: { code: 'rate_limited', values: { seconds: 2 }, retryAfter: 2 },
    })
  }
}

// OWASP's floor for argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const QUEUE = { limit: 2, maxWaiting: 20 }

/** Argon2id, two at a time, at most twenty waiting. */
export function createPasswordHashing() {
  const slots = createSemaphore({ ...QUEUE, onRejected: () => new HashingBusy() })
  const dummy = hash('a password that nobody has', COST)
  return {
    /** Would the next one be turned away? */
    busy: slots.busy,
    hash: (password: string) => slots.run(() => hash(password, COST)),
    verify: (stored: string, password: string) => slots.run(() => verify(stored, password)),
    /** Takes as long as a real look at a password, for accounts that are locked. */
    pretend: async (password: string) => void (await slots.run(async () => verify(await dummy, password))),
  }
}
export type PasswordHashing = ReturnType<typeof createPasswordHashing>
