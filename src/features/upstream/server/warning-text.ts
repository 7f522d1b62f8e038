import { createTranslator } from 'use-intl/core'
import { FORMAT_TAGS } from '../../../platform/contract/languages.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'

/** As it is kept with its batch; `message` is what the sender was told. */
export type StoredWarning = {
  field: string
  code: string
  message: string
  values: Record<string, string> | null
  count: number
}

/** Of those that name something: what. Batches of earlier versions kept it in the sentence alone. */
const NAMED: Record<string, readonly string[]> = { moved: ['from', 'to'], lot_to_come: ['lots'] }

/** A warning in the reader's language; the sentence that the sender got where there are no words for it. */
export function warningText(
  { code, message, values }: Pick<StoredWarning, 'code' | 'message' | 'values'>,
  language: ServerLanguage,
): string {
  const messages: Record<string, string> = serverMessages(language).rowWarnings
  if (!Object.hasOwn(messages, code) || NAMED[code]?.some((name) => values?.[name] === undefined))
    return message
  return createTranslator({ locale: FORMAT_TAGS[language], messages })(code, values ?? {})
}
