import { hash, verify } from '@node-rs/argon2'
import { ORPCError } from '@orpc/server'

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
const AT_ONCE = 2
const WAITING = 20

/** Argon2id, two at a time, at most twenty waiting. */
export function createPasswordHashing() {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new HashingBusy()
      await new Promise<void>((go) => waiting.push(go))
    }
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }

  const dummy = hash('a password that nobody has', COST)
  return {
    /** Would the next one be turned away? */
    busy: () => running >= AT_ONCE && waiting.length >= WAITING,
    hash: (password: string) => inTurn(() => hash(password, COST)),
    verify: (stored: string, password: string) => inTurn(() => verify(stored, password)),
    /** Takes as long as a real look at a password, for accounts that are locked. */
    pretend: async (password: string) => void (await inTurn(async () => verify(await dummy, password))),
  }
}
export type PasswordHashing = ReturnType<typeof createPasswordHashing>
