import { FORMAT_TAGS } from '../../contract/languages.ts'
import {
  type NoticeFacts,
  type NoticeKind,
  type NoticeSubject,
  noticeLink,
  ofCompany,
} from '../../contract/notices.ts'
import {
  chooseLanguage,
  type ServerLanguage,
  type ServerMessages,
  serverMessages,
} from '../http/server-messages.ts'
import { noticesText, noticeText, threadTitle } from '../notices/notice-text.ts'

export type MailKind = keyof ServerMessages['mails']['kinds']

/** Where the link of a mail leads; what it opens stands behind the #, which no server is sent. */
const PATHS: Partial<Record<string, string>> = {
  reset_link: '/reset',
  invitation: '/invitation',
  own_invitation: '/invitation',
  email_old: '/email',
  email_new: '/email',
}

export const linkOf = (kind: string, secret: string): string => `${PATHS[kind] ?? '/'}#${secret}`

/** What a mail of notices tells, oldest first. */
type MailNotice = {
  kind: NoticeKind
  subject?: NoticeSubject
  facts: NoticeFacts
  tenant: string | null
  tenantId?: number | null
}
export type MailDetails = { [name: string]: string } | { notices: MailNotice[] }

type Mail = {
  kind: string
  language: string
  details: MailDetails
  secret: string | null
  at: string
  timezone: string | null
  /** What it belongs to: all mails of a thread have one subject, or some mailboxes do not show them together. */
  thread?: string | null
}
/** `unsubscribe`: where such mails are turned off; null: one that nobody turns off. */
type Portal = { origin: string; sender: Sender; unsubscribe?: string | null }

/** Who writes: the portal's name, and whose it is where the Company page says so. */
export type Sender = { brandName: string; legalName: string | null; address: string | null }

/** Subject, plain text and simple HTML, in the reader's language. */
export function renderMail(mail: Mail, { origin, sender, unsubscribe = null }: Portal) {
  const language = chooseLanguage({ stored: mail.language })
  const { kinds, footer } = serverMessages(language).mails
  const kind = kinds[mail.kind as MailKind]
  const notices =
    'notices' in mail.details && typeof mail.details.notices === 'object' ? mail.details.notices : []
  const values: Record<string, string> = {
    ...(mail.details as Record<string, string>),
    brand: sender.brandName,
    moment: momentOf(mail, language),
    news: (mail.thread && threadTitle(mail.thread, notices, language)) || noticesText(notices, language),
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const link = mail.secret === null ? undefined : origin + linkOf(mail.kind, mail.secret)
  const lines = kind.lines.map(fill)
  const news = notices.map(({ kind, facts, tenant, tenantId }) => ({
    text: [noticeText(kind, facts, language), ...(tenant === null ? [] : [`(${tenant})`])].join(' '),
    link: origin + ofCompany(tenantId, noticeLink(kind, facts)),
  }))
  const choose = serverMessages(language).notices.choose.replace('{link}', `${origin}/settings`)
  const end = fill(footer)
  const company = [sender.legalName, sender.address].filter((said) => said !== null).join('\n')
  const turnOff = serverMessages(language).notices.unsubscribe.replace(
    '{subjects}',
    new Intl.ListFormat(language, { type: 'conjunction' }).format(
      [...new Set(notices.map(({ subject }) => subject))].flatMap((subject) =>
        subject ? [serverMessages(language).notices.subjects[subject]] : [],
      ),
    ),
  )
  const closing = [...(news.length > 0 ? [choose] : []), end, ...(company ? [company] : [])]
  return {
    subject: fill(kind.subject),
    text: [
      ...lines,
      ...news.map((one) => `${one.text}\n${one.link}`),
      ...(link ? [link] : []),
      ...closing,
      ...(unsubscribe ? [`${turnOff}\n${unsubscribe}`] : []),
    ].join('\n\n'),
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;line-height:1.5;color:#1b2a33">',
      ...lines.map((line) => `<p>${escaped(line)}</p>`),
      ...news.map((one) => `<p><a href="${escaped(one.link)}">${escaped(one.text)}</a></p>`),
      ...(link
        ? [`<p><a href="${escaped(link)}">${escaped(kind.button)}</a></p><p>${escaped(link)}</p>`]
        : []),
      ...closing.map((part) => `<p style="color:#5b6b75">${escaped(part).replaceAll('\n', '<br>')}</p>`),
      ...(unsubscribe
        ? [`<p><a style="color:#5b6b75" href="${escaped(unsubscribe)}">${escaped(turnOff)}</a></p>`]
        : []),
      '</body></html>',
    ].join('\n'),
  }
}

/** When it was written, by the reader's clock, which is named. */
const momentOf = ({ at, timezone }: Mail, language: ServerLanguage) =>
  new Intl.DateTimeFormat(FORMAT_TAGS[language], {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZoneName: 'short', timeZone: timezone ?? 'UTC' },
  }).format(new Date(at))

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] as string)
