import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { type PasswordWeakness, passwordWeakness, shortestPassword } from '../domain/password-rules.ts'
import { isListedPassword } from './listed-passwords.ts'

/** As the form says it, and what only the long lists know. */
export const weaknessOf = async (
  password: string,
  names: string[],
  shortest = shortestPassword(false),
): Promise<PasswordWeakness | undefined> =>
  passwordWeakness(password, names, shortest) ?? ((await isListedPassword(password)) ? 'common' : undefined)

/** 422 at the field `password`, in the asker's language, for one that is not good for whoever needs a second factor, or none (A6). */
export async function refuseWeakPassword(
  c: Http,
  password: string,
  names: string[],
  needsFactor: boolean,
): Promise<void> {
  const shortest = shortestPassword(needsFactor)
  const weakness = await weaknessOf(password, names, shortest)
  if (!weakness) return
  const message = serverMessages(askerLanguage(c)).passwords[weakness].replace('{shortest}', String(shortest))
  throw refuse(422, 'validation', { errors: [{ path: 'password', message, code: weakness }] })
}
