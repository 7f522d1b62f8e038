import type { Http } from './request-context.ts'
import { chooseLanguage, type ServerLanguage } from './server-messages.ts'

/** The language in which this request is answered (B4); what is stored counts once the asker is known. */
export function askerLanguage(c: Http): ServerLanguage {
  const asker = c.get('asker')
  return chooseLanguage({
    screen: c.req.header('x-portal-language'),
    stored: asker?.language,
    tenant: asker?.tenantLanguage,
    browser: c.req.header('accept-language'),
  })
}
