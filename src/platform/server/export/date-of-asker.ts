import type { Actor } from '../database/context.ts'
import type { Handle } from '../database/handle.ts'

/** Today where the asker is, for a file's name; in UTC when nobody said where that is. */
export async function dateOfAsker(tx: Handle, actor: Actor): Promise<string> {
  const profile = await tx
    .selectFrom('profiles')
    .select('timezone')
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  // The Canadian form of a date is the ISO one.
  return new Intl.DateTimeFormat('en-CA', { timeZone: profile?.timezone ?? 'UTC' }).format(new Date())
}
