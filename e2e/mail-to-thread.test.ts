import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtpReceiver } from '../test/support/smtp-receiver.ts'
import { axe } from './support/axe.ts'
import { aPage, beyondTheEdge, open, settled } from './support/browser.ts'
import { enter, write } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let portal: Portal
let service: Person
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  portal = await startPortal({ SMTP_URL: receiver.url, MAIL_FROM: 'portal@maker.example' })
  service = await portal.aPerson({ name: 'Josée Pelletier', staff: 'customer_service' })
})
afterAll(async () => {
  await portal?.close()
  await receiver?.close()
})

/** The parts of a mail as their reader sees them. */
const readMail = (source: string): string =>
  source
    .split(/\n--[^\n]+\n/)
    .map((part) => {
      const [head = '', ...body] = part.split('\n\n')
      const text = body.join('\n\n')
      if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString()
      if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return part
      const bytes = text
        .replace(/=\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      return Buffer.from(bytes, 'latin1').toString()
    })
    .join('\n')

/** As if the minutes had passed that a message waits for who reads it anyway, until the mail is there. */
async function mailOf({ email }: Person): Promise<string> {
  const arrived = () => receiver.mails.filter(({ to }) => to === email)
  await expect
    .poll(
      async () => {
        await portal.database(
          `update portal.notice_queue set created_at = created_at - interval '10 seconds'`,
        )
        await portal.database(`update portal.notices set mail_at = now() where mail_at > now()`)
        await portal.database(`select pg_notify('outbox', '')`)
        return arrived().length
      },
      { timeout: 90_000, interval: 1_000 },
    )
    .toBe(1)
  return readMail(arrived()[0]?.source ?? '')
}

const WORDS = {
  en: {
    ...{ news: 'New message: ', hello: 'Hello,', message: 'Your message' },
    ...{ off: 'Turn off', done: 'Emails turned off' },
    choice: 'Conversations and issues: Email',
  },
  'fr-CA': {
    ...{ news: 'Nouveau message : ', hello: 'Bonjour,', message: 'Votre message' },
    ...{ off: 'Désactiver', done: 'Courriels désactivés' },
    choice: 'Conversations et signalements\u00a0: Courriel',
  },
} as const

test.each([
  { lang: 'en', width: 1440 },
  { lang: 'fr-CA', width: 360 },
] as const)(
  'who is away gets a mail in their language; its link leads through sign-in into the very thread, and the answer is heard live: $lang at $width px',
  async ({ lang, width }) => {
    const words = WORDS[lang]
    const tenant = await portal.aTenant({ name: `Boréal ${width}`, language: lang })
    const buyer = await portal.aPerson({ name: 'Marie Roy', tenants: [tenant] })
    const subject = `Palettes ${width}`
    const asking = await aPage(portal, { as: buyer, width })
    let id = 0
    for (const about of [`Other ${width}`, subject]) {
      const opened = await asking.request.post('/api/v1/conversations', {
        data: { subject: about, text: 'Too high?', key: randomUUID() },
        headers: { origin: portal.url },
      })
      expect(opened.status()).toBe(200)
      id = (await opened.json()).id
    }
    // Nobody of the client has the portal open.
    await asking.close()

    const staff = await aPage(portal, { as: service, at: '/chat?contact=support', width: 1440 })
    await enter(staff, 'link', new RegExp(`^${subject}`))
    await staff.getByRole('log').getByText('Too high?').waitFor()
    await write(staff, 'Your message', `We stack them lower ${width}`)
    await staff.keyboard.press('Enter')
    await staff.getByRole('log').getByText(`We stack them lower ${width}`).waitFor()

    const mail = await mailOf(buyer)
    expect(mail).toContain(words.hello)
    expect(mail.replace(/[\u00a0\u202f]/g, ' ')).toContain(`${words.news}${subject}`)
    // What was said stays in the portal.
    expect(mail).not.toContain('We stack them lower')
    const [link = ''] = /https?:\/\/[^\s"<>]+\/for\/\d+\?to=[^\s"<>]+/.exec(mail) ?? []
    expect(new URL(link).origin).toBe(new URL(portal.url).origin)
    expect(new URL(link).pathname).toBe(`/for/${tenant}`)

    const reader = await aPage(portal, { width, locale: lang })
    await reader.goto(link)
    await reader.locator('input[type=email]').waitFor()
    expect(new URL(reader.url()).pathname).toBe('/acces')
    await axe(reader)
    await reader.locator('input[type=email]').fill(buyer.email)
    await reader.locator('input[type=password]').fill(buyer.password)
    await reader.keyboard.press('Enter')
    await reader.getByRole('heading', { name: subject }).waitFor()
    await reader.getByRole('log').getByText(`We stack them lower ${width}`).waitFor()
    await settled(reader)
    const at = new URL(reader.url())
    expect([at.pathname, at.searchParams.get('conversation')]).toEqual(['/chat', String(id)])
    expect(await reader.evaluate(() => document.documentElement.lang)).toBe(lang)
    await axe(reader)

    await write(reader, words.message, `Merci ${width}`)
    await reader.keyboard.press('Enter')
    await staff.getByRole('log').getByText(`Merci ${width}`).waitFor()
    await axe(staff)
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

    // The link at the end of the mail turns such mails off without a session, and not before somebody says so.
    const [unsubscribe = ''] = /https?:\/\/[^\s"<>]+\/unsubscribe\?token=[\w.-]+/.exec(mail) ?? []
    const visitor = await aPage(portal, { width, locale: lang })
    await visitor.goto(unsubscribe)
    await visitor.getByRole('button', { name: words.off, exact: true }).waitFor()
    await axe(visitor)
    expect(await beyondTheEdge(visitor)).toEqual([])
    await enter(visitor, 'button', words.off)
    await visitor.getByText(words.done, { exact: true }).waitFor()
    await axe(visitor)
    await open(reader, '/settings', { lang })
    expect(await reader.getByRole('checkbox', { name: words.choice, exact: true }).isChecked()).toBe(false)
  },
)
