import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { passwordWeakness, shortestPassword } from '../domain/password-rules.ts'

/** 422 at the field `password`, in the asker's language, for one that is not good for whoever needs a second factor, or none (A6). */
export function refuseWeakPassword(c: Http, password: string, names: string[], needsFactor: boolean): void {
  const shortest = shortestPassword(needsFactor)
  const weakness = passwordWeakness(password, names, shortest)
  if (!weakness) return
  const message = serverMessages(askerLanguage(c)).passwords[weakness].replace('{shortest}', String(shortest))
  throw refuse(422, 'validation', { errors: [{ path: 'password', message, code: weakness }] })
}
