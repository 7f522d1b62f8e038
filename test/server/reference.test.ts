import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${portal.url}${path}`, { headers })

it('is the same packed and not, and is not sent again to who has it', async () => {
  const path = '/api/v1/openapi.json'
  const packed = await ask(path, { 'accept-encoding': 'gzip' })
  const plain = await ask(path, { 'accept-encoding': 'identity' })
  expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null])
  const words = await plain.text()
  expect(await packed.text()).toBe(words)
  expect(Object.keys(JSON.parse(words).paths).length).toBeGreaterThan(100)
  const tag = plain.headers.get('etag') as string
  expect(packed.headers.get('etag')).toBe(`W/${tag}`)
  const statuses = await Promise.all(
    [tag, `W/${tag}`, '"another"'].map(async (known) => (await ask(path, { 'if-none-match': known })).status),
  )
  expect(statuses).toEqual([304, 304, 200])
})

it('is a page that is written once, with the nonce of each answer', async () => {
  const pages = await Promise.all(
    ['one', 'other'].map(async () => {
      const answer = await ask('/api/docs')
      const allowed = /style-src 'self' 'nonce-([^']+)'/.exec(
        answer.headers.get('content-security-policy') ?? '',
      )
      return { nonce: allowed?.[1] as string, text: await answer.text() }
    }),
  )
  const [one, other] = pages
  expect(one?.nonce).not.toBe(other?.nonce)
  for (const { nonce, text } of pages) expect(text).toContain(`<style nonce="${nonce}">`)
  const bare = pages.map(({ nonce, text }) => text.replaceAll(nonce, ''))
  expect(bare[0]).toBe(bare[1])
})
