import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AiProvider, SILENCE, startAiProvider } from '../test/support/ai-provider.ts'
import { axe } from './support/axe.ts'
import { aBrowser, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'
import { expectFrench } from './support/words.ts'

const KEY = 'sk-spoken-123'
let provider: AiProvider
let portal: Portal
let owner: Person
let buyer: Person
beforeAll(async () => {
  provider = await startAiProvider(KEY)
  portal = await startPortal({
    ...{ AI_BASE_URL: provider.url, AI_API_KEY: KEY, AI_MODEL: 'small', AI_PROVIDER_NAME: 'Acme AI' },
    ...{ AI_TRANSCRIPTION_MODEL: 'ear', AI_SPEECH_MODEL: 'mouth' },
  })
  const ours = await portal.aTenant({ name: 'Boréal Santé' })
  const agreed = await portal.aTenant({ name: 'Laurentides' })
  owner = await portal.aPerson({ tenants: [ours], role: 'tenant_admin' })
  buyer = await portal.aPerson({ tenants: [agreed] })
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
  provider.state.hear = () => ({ text: 'Quels sont vos délais ?' })
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

test('the browser’s speech: allowed, told, spoken by keyboard, corrected, heard, stopped and repeated', async () => {
  const context = await aBrowser(portal, { as: owner })
  await doubleSpeech(context)
  const page = await context.newPage()
  await open(page, '/voice-assistant')
  await page.getByText('Voice is not set up here.').waitFor()
  await page.getByRole('button', { name: 'Voice settings' }).last().click()
  const setting = page.getByRole('dialog', { name: 'Voice settings' })
  await setting.getByLabel('People of my company may use their browser’s speech').check()
  await setting.getByRole('button', { name: 'Save' }).click()
  const talk = page.getByRole('button', { name: 'Speak', exact: true })
  await talk.press('Enter')
  const told = page.getByRole('dialog', { name: 'Who hears you' })
  await told.getByText(/In many browsers their maker hears/).waitFor()
  await axe(page)
  await told.getByRole('button', { name: 'I understand' }).click()

  const words = page.getByLabel('Your words')
  await status(page, 'Listening…')
  await axe(page)
  await hear(page, 'What are your led')
  await expect.poll(() => words.inputValue()).toBe('What are your led')
  await hear(page, 'What are your led times')
  await page.getByRole('button', { name: 'Stop listening' }).press(' ')
  await status(page, 'Check your words, then send them.')
  await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
  await words.fill('What are your lead times?')
  await words.press('Enter')
  await page.getByText(/bulk capsules 8-12 weeks/).waitFor()
  await status(page, 'Reading the answer aloud…')
  await expect.poll(async () => (await said(page)).join(' ')).toContain('bulk capsules 8-12 weeks')
  await axe(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Read aloud', exact: true }).waitFor()
  expect((await said(page)).at(-1)).toBe('(silence)')
  await page.getByRole('button', { name: 'Read aloud', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Stop reading' }).press('Enter')
  expect((await said(page)).filter((one) => one.includes('8-12 weeks'))).toHaveLength(2)

  // What is discarded leaves what stood there.
  await words.fill('Order')
  await talk.press('Enter')
  await status(page, 'Listening…')
  await hear(page, 'nonsense')
  await expect.poll(() => words.inputValue()).toBe('Order nonsense')
  await page.keyboard.press('Escape')
  await expect.poll(() => words.inputValue()).toBe('Order')
  for (const [fault, text] of [
    ['no-speech', /^Nothing was heard/],
    ['not-allowed', /^This page may not use the microphone/],
    ['audio-capture', /^No microphone was found/],
    ['service-not-allowed', /^This browser’s speech does not work here/],
  ] as const) {
    await talk.press('Enter')
    await status(page, 'Listening…')
    await hear(page, '', fault)
    await page.getByRole('alert').getByText(text).waitFor()
  }
  // Remembered in this browser.
  await page.getByLabel('Read answers aloud').uncheck()
  await open(page, '/voice-assistant')
  await page.getByText(/bulk capsules 8-12 weeks/).waitFor()
  expect(await page.getByLabel('Read answers aloud').isChecked()).toBe(false)
})

test('the provider’s: a real recording becomes words, the answer sounds; no microphone, no right to it; French, 360 px', async () => {
  const context = await aBrowser(portal, { as: buyer, width: 360, lang: 'fr-CA' })
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
  await open(page, '/voice-assistant', { lang: 'fr-CA' })
  await page.getByRole('heading', { level: 1, name: 'Assistant vocal (bêta)' }).waitFor()
  await page.getByText('La date sera annoncée.').waitFor()
  const talk = page.getByRole('button', { name: 'Parler', exact: true })
  await talk.tap()
  const told = page.getByRole('dialog', { name: 'Qui vous entend' })
  await told.getByText(/envoyé à Acme AI/).waitFor()
  await told.getByRole('button', { name: 'J’ai compris' }).tap()
  await status(page, 'À l’écoute…')
  await axe(page)
  await page.getByRole('button', { name: 'Arrêter l’écoute' }).tap()
  const words = page.getByLabel('Vos mots')
  await expect.poll(() => words.inputValue()).toBe('Quels sont vos délais ?')
  expect(provider.heard).toEqual([
    { model: 'ear', language: 'fr', type: 'audio/webm', bytes: expect.any(Number) },
  ])
  expect(provider.heard[0]?.bytes).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Envoyer' }).tap()
  await page.getByText('De quel produit parlez-vous ?').waitFor()
  await status(page, 'Lecture de la réponse…')
  const sounded = () => page.evaluate(() => (window as unknown as { sounded?: number }).sounded ?? 0)
  await expect.poll(sounded).toBeGreaterThan(0)
  await axe(page)
  await expectFrench(page, ['Laurentides', buyer.email, /Acme AI/, /délai/, /^\d/])
  await page.getByRole('button', { name: 'Arrêter la lecture' }).tap()
  await page.getByRole('button', { name: 'Lire à voix haute', exact: true }).waitFor()
  expect(provider.read).toHaveLength(1)

  expectFault(context, /^502 POST .*transcriptions/)
  provider.state.hear = () => ({ status: 429 })
  await talk.tap()
  await status(page, 'À l’écoute…')
  await page.getByRole('button', { name: 'Arrêter l’écoute' }).tap()
  await page.getByRole('alert').getByText('Veuillez attendre un moment').waitFor()
  for (const [name, text] of [
    ['NotAllowedError', /n’a pas le droit d’utiliser le microphone/],
    ['NotFoundError', /^Aucun microphone n’a été trouvé/],
  ] as const) {
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
    }, name)
    await talk.tap()
    await page.getByRole('alert').getByText(text).waitFor()
  }
  await axe(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
