import { createFormatter, createTranslator } from 'use-intl/core'
import { FORMAT_TAGS } from '../../contract/languages.ts'
import { minorDigits } from '../../contract/minor-digits.ts'
import type { NoticeFacts, NoticeKind } from '../../contract/notices.ts'
import { type ServerLanguage, serverMessages } from '../http/server-messages.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** What a notice says, in one line, in the reader's language. */
export function noticeText(kind: NoticeKind, facts: NoticeFacts, language: ServerLanguage): string {
  const locale = FORMAT_TAGS[language]
  // The words are data here: which values each of them wants is held by a test over all kinds.
  const t = createTranslator({
    locale,
    messages: serverMessages(language).notices.kinds as Record<string, string>,
  })
  const format = createFormatter({ locale, timeZone: 'UTC' })
  const { date, due, cents, currency, titles, title, count, ...said } = facts
  const day = (value: unknown) =>
    typeof value === 'string' ? format.dateTime(new Date(value), { dateStyle: 'medium' }) : ''
  return t(kind, {
    // Not in notices of before there were two kinds of signing.
    signing: '',
    ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name, text(value)])),
    count: typeof count === 'number' ? count : 0,
    date: day(date),
    due: day(due),
    amount:
      typeof cents === 'number'
        ? format.number(Math.abs(cents) / 100, {
            ...{ style: 'currency', currency: text(currency) },
            ...{
              minimumFractionDigits: minorDigits(text(currency)),
              maximumFractionDigits: minorDigits(text(currency)),
            },
          })
        : '',
    title: title === undefined ? titleIn(titles, language) : text(title),
  })
}

/** What several say together: the one itself, or how many. */
export function noticesText(
  notices: readonly { kind: NoticeKind; facts: NoticeFacts }[],
  language: ServerLanguage,
): string {
  const [first] = notices
  if (!first) return ''
  if (notices.length === 1) return noticeText(first.kind, first.facts, language)
  const { several } = serverMessages(language).notices
  return createTranslator({ locale: FORMAT_TAGS[language], messages: { several } })('several', {
    count: notices.length,
  })
}

/** What a thread is called, whatever is new in it; `thread`: its key, which begins with what it is. Undefined: it is none. */
export function threadTitle(
  thread: string,
  notices: readonly { facts: NoticeFacts }[],
  language: ServerLanguage,
): string | undefined {
  const { threads } = serverMessages(language).notices
  const kind = thread.split('-', 1)[0] as keyof typeof threads
  const last = notices.at(-1)
  if (!last || !(kind in threads)) return
  const { subject, issue, title, order } = last.facts
  return createTranslator({ locale: FORMAT_TAGS[language], messages: threads as Record<string, string> })(
    kind,
    {
      ...{ subject: text(subject), issue: text(issue), title: text(title), order: text(order) },
    },
  )
}

/** A text by language; who reads one that is not there reads the first. */
function titleIn(titles: unknown, language: ServerLanguage): string {
  if (typeof titles !== 'object' || titles === null) return ''
  const said = titles as Record<string, unknown>
  return text(said[language] ?? Object.values(said)[0])
}
