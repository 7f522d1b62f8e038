import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseLocation } from '../database/location.ts'
import type { Tx } from '../database/tx.ts'
import { withOwner } from '../database/with-owner.ts'
import type { Log } from '../log.ts'
import { type Polling, poll } from '../poll.ts'
import type { FileStore, StoredFile } from './stored-file.ts'

/** `empty`: this installation marked its place of files, or has files, and there is nothing of it. `foreign`: another's. */
export type StoreState = 'good' | 'empty' | 'foreign' | 'unreachable'

export type StoreWatch = Polling & { state(): StoreState }

type Parts = {
  location: DatabaseLocation
  files: FileStore
  /** The files that rows lead to: one of them there makes a place without a mark this installation's. */
  inUse: (tx: Tx) => Promise<StoredFile[]>
}

const TIMEOUT_MS = 5000
/** A place that was good may miss so many looks before the server is taken from the balancer. */
const MISSES = 2
const SAMPLE = 20

const ADVICE: Record<Exclude<StoreState, 'good'>, string> = {
  empty:
    'the place of the files holds nothing of this installation: mount it, or put FILES_URL right. If its files are lost, `portal files --take` starts with an empty one',
  foreign:
    'the place of the files is that of another installation: put FILES_URL right. If that one is gone, `portal files --take` makes it this one’s',
  unreachable: 'the place of the files does not answer: look at FILES_URL, its credentials and the way there',
}
export const whatToDo = (state: StoreState) => (state === 'good' ? undefined : ADVICE[state])

/**
 * Whether the files are this installation's (J19). The first start marks their place; so does the first one after an upgrade,
 * when files of this installation are there.
 */
export async function lookAtStore({ location, files, inUse }: Parts): Promise<StoreState> {
  return within(async () => {
    const found = await files.label()
    return withOwner(location, async (tx) => {
      const { rows } = await sql<{ installation: string; marked: boolean }>`
        select installation, store_marked as marked from auth.secret for update`.execute(tx)
      const { installation, marked } = rows[0] as { installation: string; marked: boolean }
      if (found === undefined) {
        if (marked || !(await isOurs(await inUse(tx), files))) return 'empty'
        await files.putLabel(installation)
      } else if (found !== installation) return 'foreign'
      if (!marked) await sql`update auth.secret set store_marked = true`.execute(tx)
      return 'good'
    })
  })
}

/** Makes the place this installation's, whoever's it was. */
export async function takeStore({ location, files }: Pick<Parts, 'location' | 'files'>): Promise<void> {
  await withOwner(location, async (tx) => {
    const { rows } = await sql<{ installation: string }>`
      update auth.secret set store_marked = true returning installation`.execute(tx)
    await files.putLabel(rows[0]?.installation as string)
  })
}

/** Looks at the start and from then on; each change is logged once. */
export async function watchStore(parts: Parts & { log: Log }): Promise<StoreWatch> {
  const { log } = parts
  let state: StoreState = 'good'
  let missed = MISSES
  const { stop } = await poll(async () => {
    const found = await lookAtStore(parts).catch(() => undefined) // the database is away: that is told elsewhere
    missed = found === 'unreachable' ? missed + 1 : 0
    if (found !== undefined && (found !== 'unreachable' || missed > MISSES)) {
      if (found !== state && found !== 'good')
        log.error({ store: found, todo: ADVICE[found] }, 'not ready: files')
      if (found !== state && found === 'good') log.info({ store: found }, 'the files are there')
      state = found
    }
  })
  return { state: () => state, stop }
}

async function isOurs(known: StoredFile[], files: FileStore): Promise<boolean> {
  if (known.length === 0) return true
  for (const { key } of known.slice(-SAMPLE)) if ((await files.mark(key)) !== undefined) return true
  return false
}

/** Who does not answer in time is not there. */
async function within(look: () => Promise<StoreState>): Promise<StoreState> {
  const late = new AbortController()
  const looking = look().catch((fault: unknown): StoreState => {
    if (isDatabase(fault)) throw fault
    return 'unreachable'
  })
  looking.catch(() => {})
  try {
    return await Promise.race([
      looking,
      sleep(TIMEOUT_MS, 'unreachable' as const, { signal: late.signal, ref: false }),
    ])
  } finally {
    late.abort()
  }
}

/** What PostgreSQL says has a state of five signs and a severity. */
const isDatabase = (fault: unknown) => 'severity' in (fault as object)
