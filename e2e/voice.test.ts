import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AiProvider, SILENCE, startAiProvider } from '../test/support/ai-provider.ts'
import { axe } from './support/axe.ts'
import { aBrowser, beyondTheEdge, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { enter, pressKeys, tabTo } from './support/keyboard.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

const KEY = 'sk-spoken-123'
let provider: AiProvider
let portal: Portal
let agreed: number
beforeAll(async () => {
  provider = await startAiProvider(KEY)
  portal = await startPortal({
    ...{ AI_BASE_URL: provider.url, AI_API_KEY: KEY, AI_MODEL: 'small', AI_PROVIDER_NAME: 'Acme AI' },
    ...{ AI_TRANSCRIPTION_MODEL: 'ear', AI_SPEECH_MODEL: 'mouth' },
  })
  agreed = await portal.aTenant({ name: 'Laurentides' })
  await portal.database(
    `insert into portal.assistant_settings (tenant_id, mode, consented_by, consented_at) values ($1, 'provider', 'x', now())`,
    [agreed],
  )
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.state.answer = () => ({ say: 'De quel produit parlez-vous ?' })
  provider.state.hear = () => ({
    text: provider.heard.at(-1)?.language === 'fr' ? 'Quels sont vos délais ?' : 'What are your lead times?',
  })
  provider.heard.length = 0
  provider.read.length = 0
})

/** The browser's own speech, doubled: the test says what is heard, and reads what is said. */
const doubleSpeech = (context: BrowserContext) =>
  context.addInitScript(() => {
    const doubled = window as unknown as { said: string[]; hear: (words: string, fault?: string) => void }
    doubled.said = []
    class Recognition {
      onstart = () => {}
      onend = () => {}
      onerror = (_: { error: string }) => {}
      onresult = (_: { results: { transcript: string }[][] }) => {}
      start() {
        doubled.hear = (words, fault) => {
          if (words) this.onresult({ results: [[{ transcript: words }]] })
          if (fault) {
            this.onerror({ error: fault })
            this.onend()
          }
        }
        this.onstart()
      }
      stop() {
        this.onend()
      }
      abort() {
        this.onerror({ error: 'aborted' })
        this.onend()
      }
    }
    Object.assign(window, { SpeechRecognition: Recognition })
    const synthesis = {
      getVoices: () => [],
      speak: ({ text }: SpeechSynthesisUtterance) => doubled.said.push(text),
      cancel: () => doubled.said.push('(silence)'),
    }
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
  })
const hear = (page: Page, words: string, fault?: string) =>
  page.evaluate(
    ([words = '', fault]) =>
      (window as unknown as { hear: (words: string, fault?: string) => void }).hear(words, fault),
    [words, fault],
  )
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)
const status = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor()

const WORDS = {
  en: {
    ...{ off: 'Voice isn’t set up.', settings: 'Voice settings', save: 'Save', speak: 'Speak' },
    ...{
      allow: 'Allow people in my company to use their browser’s speech',
      hears: 'Who processes your speech',
    },
    ...{
      maker: /In many browsers, their maker receives/,
      understood: 'I understand',
      words: 'Recognized text',
    },
    ...{ listening: 'Listening…', done: 'Stop listening', check: 'Check the text, then send it.' },
    ...{ heard: 'What are your led times', question: 'What are your lead times?', answer: '8-12 weeks' },
    ...{ aloud: 'Read answers aloud', reading: 'Reading the answer aloud…', send: 'Send' },
    ...{ read: 'Read aloud', stop: 'Stop reading', wait: 'Try again in a moment' },
    ...{ recorded: /sent to Acme AI/, title: 'Voice Assistant (beta)', date: 'The date will be announced.' },
    faults: [
      ['no-speech', /^No speech detected/],
      ['not-allowed', /^Microphone access is blocked/],
      ['audio-capture', /^No microphone found/],
      ['service-not-allowed', /^Speech recognition doesn’t work in this browser/],
    ],
  },
  'fr-CA': {
    ...{
      off: 'La fonction vocale n’est pas configurée ici.',
      settings: 'Paramètres vocaux',
      save: 'Enregistrer',
    },
    allow: 'Les personnes de mon entreprise peuvent utiliser les fonctions vocales de leur navigateur',
    ...{ speak: 'Parler', hears: 'Traitement de votre voix', maker: /l’éditeur du navigateur entend alors/ },
    ...{ understood: 'J’ai compris', words: 'Texte reconnu', listening: 'À l’écoute…' },
    ...{ done: 'Arrêter l’écoute', check: 'Vérifiez le texte, puis envoyez-le.' },
    ...{ heard: 'Quels sont vos délai', question: 'Quels sont vos délais ?', answer: '8 à 12 semaines' },
    ...{ aloud: 'Lire les réponses à voix haute', reading: 'Lecture de la réponse…', send: 'Envoyer' },
    ...{ read: 'Lire à voix haute', stop: 'Arrêter la lecture', wait: 'Attendez un moment' },
    ...{ recorded: /envoyées à Acme AI/, title: 'Assistant vocal (bêta)', date: 'La date sera annoncée.' },
    faults: [
      ['no-speech', /^Rien n’a été entendu/],
      ['not-allowed', /n’a pas accès au microphone/],
      ['audio-capture', /^Aucun microphone n’a été trouvé/],
      ['service-not-allowed', /^Les fonctions vocales de ce navigateur sont inutilisables ici/],
    ],
  },
} as const

test.each([
  [1440, 'en'],
  [1440, 'fr-CA'],
  [360, 'fr-CA'],
] as const)(
  'the browser’s speech: allowed, told, spoken by keyboard, corrected, heard, stopped and repeated: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const tenant = await portal.aTenant({ name: 'Boréal Santé' })
    const owner = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin' })
    const context = await aBrowser(portal, { as: owner, width, lang })
    await doubleSpeech(context)
    const page = await context.newPage()
    await open(page, '/voice-assistant', { lang })
    await page.getByText(words.off).waitFor()
    await axe(page)
    await page.getByRole('button', { name: words.settings }).last().press('Enter')
    const setting = page.getByRole('dialog', { name: words.settings })
    await tabTo(page, 'checkbox', words.allow)
    await pressKeys(page, 'Space')
    await axe(page)
    await enter(page, 'button', words.save)
    await setting.waitFor({ state: 'detached' })
    const talk = page.getByRole('button', { name: words.speak, exact: true })
    await enter(page, 'button', words.speak)
    const told = page.getByRole('dialog', { name: words.hears })
    await told.getByText(words.maker).waitFor()
    await axe(page)
    await enter(page, 'button', words.understood)

    const field = page.getByLabel(words.words)
    await status(page, words.listening)
    await axe(page)
    await hear(page, words.heard.slice(0, 17))
    await expect.poll(() => field.inputValue()).toBe(words.heard.slice(0, 17))
    await hear(page, words.heard)
    await tabTo(page, 'button', words.done)
    await pressKeys(page, 'Space')
    await status(page, words.check)
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await field.fill(words.question)
    await field.press('Enter')
    await page.getByText(new RegExp(words.answer)).waitFor()
    await status(page, words.reading)
    await expect.poll(async () => (await said(page)).join(' ')).toContain(words.answer)
    await axe(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.read, exact: true }).waitFor()
    expect((await said(page)).at(-1)).toBe('(silence)')
    await enter(page, 'button', words.read)
    await page.getByRole('button', { name: words.stop }).press('Enter')
    expect((await said(page)).filter((one) => one.includes(words.answer))).toHaveLength(2)

    // What is discarded leaves what stood there.
    await field.fill('10479')
    await talk.press('Enter')
    await status(page, words.listening)
    await hear(page, 'nonsense')
    await expect.poll(() => field.inputValue()).toBe('10479 nonsense')
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('10479')
    for (const [fault, text] of words.faults) {
      await talk.press('Enter')
      await status(page, words.listening)
      await hear(page, '', fault)
      await page.getByRole('alert').getByText(text).waitFor()
    }
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
    if (lang === 'fr-CA')
      await expectFrench(page, ['Boréal Santé', 'Test Person', owner.email, words.question, /8 à 12/, /^\d/])
    // Remembered in this browser.
    await tabTo(page, 'checkbox', words.aloud)
    await pressKeys(page, 'Space')
    await open(page, '/voice-assistant', { lang })
    await page.getByText(new RegExp(words.answer)).waitFor()
    expect(await page.getByLabel(words.aloud).isChecked()).toBe(false)
  },
)

test.each([
  [1440, 'en'],
  [360, 'fr-CA'],
] as const)(
  'the provider’s: a real recording becomes words, the answer sounds; no microphone, no right to it: %d px, %s',
  async (width, lang) => {
    const words = WORDS[lang]
    const buyer = await portal.aPerson({ tenants: [agreed] })
    const context = await aBrowser(portal, { as: buyer, width, lang })
    // By finger on a phone, by keyboard on a desk.
    const use = (button: Locator) => (width < 700 ? button.tap() : button.press('Enter'))
    await context.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function () {
        this.addEventListener('timeupdate', () => Object.assign(window, { sounded: this.currentTime }))
        return play.call(this)
      }
    })
    // Longer than anybody here waits for its end.
    provider.state.speak = () => Array<Uint8Array[]>(120).fill(SILENCE).flat()
    const page = await context.newPage()
    await open(page, '/voice-assistant', { lang })
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await page.getByText(words.date).waitFor()
    const talk = page.getByRole('button', { name: words.speak, exact: true })
    await use(talk)
    const told = page.getByRole('dialog', { name: words.hears })
    await told.getByText(words.recorded).waitFor()
    await use(told.getByRole('button', { name: words.understood }))
    await status(page, words.listening)
    await axe(page)
    await use(page.getByRole('button', { name: words.done }))
    const field = page.getByLabel(words.words)
    await expect.poll(() => field.inputValue()).toBe(words.question)
    expect(provider.heard).toEqual([
      { model: 'ear', language: lang.slice(0, 2), type: 'audio/webm', bytes: expect.any(Number) },
    ])
    expect(provider.heard[0]?.bytes).toBeGreaterThan(100)
    await use(page.getByRole('button', { name: words.send }))
    await page.getByText('De quel produit parlez-vous ?').waitFor()
    await status(page, words.reading)
    const sounded = () => page.evaluate(() => (window as unknown as { sounded?: number }).sounded ?? 0)
    await expect.poll(sounded).toBeGreaterThan(0)
    await axe(page)
    if (lang === 'fr-CA') await expectFrench(page, ['Laurentides', buyer.email, /Acme AI/, /délai/, /^\d/])
    await use(page.getByRole('button', { name: words.stop }))
    await page.getByRole('button', { name: words.read, exact: true }).waitFor()
    expect(provider.read).toHaveLength(1)

    expectFault(context, /^502 POST .*transcriptions/)
    provider.state.hear = () => ({ status: 429 })
    await use(talk)
    await status(page, words.listening)
    await use(page.getByRole('button', { name: words.done }))
    await page.getByRole('alert').getByText(words.wait).waitFor()
    for (const [name, text] of [
      ['NotAllowedError', words.faults[1][1]],
      ['NotFoundError', words.faults[2][1]],
    ] as const) {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
      }, name)
      await use(talk)
      await page.getByRole('alert').getByText(text).waitFor()
    }
    await axe(page)
    expect(await beyondTheEdge(page)).toEqual([])
  },
)
