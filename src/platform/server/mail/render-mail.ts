import {
  chooseLanguage,
  type ServerLanguage,
  type ServerMessages,
  serverMessages,
} from '../http/server-messages.ts'

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

type Mail = {
  kind: string
  language: string
  details: Record<string, string>
  secret: string | null
  at: string
  timezone: string | null
}
type Portal = { origin: string; sender: Sender }

/** Who writes: the portal's name, and whose it is where the Company page says so. */
export type Sender = { brandName: string; legalName: string | null; address: string | null }

/** Subject, plain text and simple HTML, in the reader's language. */
export function renderMail(mail: Mail, { origin, sender }: Portal) {
  const language = chooseLanguage({ stored: mail.language })
  const { kinds, footer } = serverMessages(language).mails
  const kind = kinds[mail.kind as MailKind]
  const values: Record<string, string> = {
    ...mail.details,
    brand: sender.brandName,
    moment: momentOf(mail, language),
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const link = mail.secret === null ? undefined : origin + linkOf(mail.kind, mail.secret)
  const lines = kind.lines.map(fill)
  const end = fill(footer)
  const company = [sender.legalName, sender.address].filter((said) => said !== null).join('\n')
  const closing = company ? [end, company] : [end]
  return {
    subject: fill(kind.subject),
    text: [...lines, ...(link ? [link] : []), ...closing].join('\n\n'),
    html: [
      '<!doctype html><html><body style="font-family:sans-serif;line-height:1.5;color:#1b2a33">',
      ...lines.map((line) => `<p>${escaped(line)}</p>`),
      ...(link
        ? [`<p><a href="${escaped(link)}">${escaped(kind.button)}</a></p><p>${escaped(link)}</p>`]
        : []),
      ...closing.map((part) => `<p style="color:#5b6b75">${escaped(part).replaceAll('\n', '<br>')}</p>`),
      '</body></html>',
    ].join('\n'),
  }
}

/** When it was written, by the reader's clock, which is named. */
const momentOf = ({ at, timezone }: Mail, language: ServerLanguage) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-CA' : language, {
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
