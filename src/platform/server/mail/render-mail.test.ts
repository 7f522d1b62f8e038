import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/languages.ts'
import { serverMessages } from '../http/server-messages.ts'
import { type MailKind, renderMail } from './render-mail.ts'

const KINDS = Object.keys(serverMessages('en').mails.kinds) as MailKind[]
const OWN = ['brand', 'moment', 'news']

const textOf = (kind: MailKind, language: (typeof LANGUAGES)[number]) => {
  const { subject, lines, button } = serverMessages(language).mails.kinds[kind] as {
    subject: string
    lines: string[]
    button?: string
  }
  return { said: [subject, ...lines].join('\n'), button }
}
const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g)?.map((mark) => mark.slice(1, -1)))

const PORTAL = {
  origin: 'https://portal.example',
  sender: { brandName: 'Lotline', legalName: 'Fjord <inc.>', address: '1 Quay\nGaspé' },
}

/** A value that shows where it went, and would be markup where it is not escaped. */
const detailsOf = (kind: MailKind) =>
  Object.fromEntries(
    [...placeholders(textOf(kind, 'en').said)]
      .filter((name) => !OWN.includes(name))
      .map((name) => [name, `<${name}>`]),
  )

const render = (kind: MailKind, language: string, secret: string | null) =>
  renderMail(
    {
      kind,
      language,
      details: kind === ('notices' as string) ? { notices: [] } : detailsOf(kind),
      secret,
      at: '2026-11-22T15:04:00Z',
      timezone: 'America/Toronto',
    },
    PORTAL,
  )

describe('every mail, in every language (B4)', () => {
  it.each(KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const)))(
    '%s, %s',
    (kind, language) => {
      const { said, button } = textOf(kind, language)
      const english = textOf(kind, 'en')
      expect(placeholders(said)).toEqual(placeholders(english.said))
      const { subject, text, html } = render(kind, language, button ? 'a-secret' : null)
      expect(subject.trim()).not.toBe('')
      expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|null/)
      for (const value of Object.values(detailsOf(kind))) {
        expect(`${subject}\n${text}`).toContain(value)
        expect(html).not.toContain(value)
      }
      expect(text.includes('https://portal.example/') && text.includes('#a-secret')).toBe(Boolean(button))
      if (button) expect(html).toMatch(/<a href="https:\/\/portal\.example\/\w*#a-secret">[^<]+<\/a>/)
      expect(text).toContain('Fjord <inc.>')
      expect(html).toContain('Fjord &lt;inc.&gt;')
      if (placeholders(said).has('moment')) expect(text).toMatch(/2026/)
      // A mail that was never put into the language would pass all of that.
      if (language !== 'en') expect(said).not.toBe(english.said)
    },
  )

  it('in a language that the portal does not have is English', () => {
    const [kind] = KINDS
    expect(render(kind as MailKind, 'xx', null)).toEqual(render(kind as MailKind, 'en', null))
  })
})

it('a notice’s link names its company, and those of no company are as they are', () => {
  const told = { kind: 'conversation_message', facts: { id: 7, subject: 'Bell' } } as const
  const notices = [
    { ...told, tenant: 'Boréal', tenantId: 12 },
    { ...told, tenant: null, tenantId: null },
    { ...told, tenant: 'Boréal' },
  ]
  const mail = { kind: 'notices', language: 'en', details: { notices }, secret: null, timezone: null }
  const { text, html } = renderMail({ ...mail, at: '2026-11-22T15:04:00Z' }, PORTAL)
  const links = [...text.matchAll(/https:\S+chat\S*/g)].map(([link]) => link)
  expect(links).toEqual([
    'https://portal.example/for/12?to=%2Fchat%3Fconversation%3D7',
    'https://portal.example/chat?conversation=7',
    'https://portal.example/chat?conversation=7',
  ])
  expect(html).toContain(`<a href="${links[0]}">`)
})
