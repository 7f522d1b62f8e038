import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const FILES: Record<string, object> = {
  '/words/en/shell.json': { shell: 'en' },
  '/words/en/orders.json': { orders: 'en' },
  '/words/fr-CA/shell.json': { shell: 'fr' },
  '/words/fr-CA/orders.json': { orders: 'fr' },
}
let gone: string[]
const asked = vi.fn(async (address: string) =>
  gone.includes(address) || !FILES[address]
    ? new Response('', { status: 404 })
    : Response.json(FILES[address]),
)

beforeEach(() => {
  gone = []
  asked.mockClear()
  vi.resetModules()
  vi.stubGlobal('__WORDS__', { folder: '/words', atOnce: 'shell' })
  vi.stubGlobal('fetch', asked)
})
afterEach(() => vi.unstubAllGlobals())

const addresses = () => asked.mock.calls.map(([address]) => address).sort()

test('a piece is fetched once, and comes into the words that are shown already', async () => {
  const { loadMessages, loadPiece } = await import('./messages.ts')
  const words = await loadMessages('en', { first: true })
  expect(words).toEqual({ shell: 'en' })
  await Promise.all([loadPiece('en', 'orders'), loadPiece('en', 'orders')])
  expect(await loadMessages('en', { first: false })).toBe(words)
  expect(words).toEqual({ shell: 'en', orders: 'en' })
  expect(addresses()).toEqual(['/words/en/orders.json', '/words/en/shell.json'])
})

test('another language comes with all that is spoken so far, also with what is asked for meanwhile', async () => {
  const { loadMessages, loadPiece } = await import('./messages.ts')
  await loadMessages('en', { first: true })
  const coming = loadMessages('fr-CA', { first: false })
  await loadPiece('en', 'orders')
  expect(await coming).toEqual({ shell: 'fr', orders: 'fr' })
})

test('the first words are shown though those of a part are missing; another language is not', async () => {
  const { loadMessages, loadPiece } = await import('./messages.ts')
  gone = ['/words/en/orders.json']
  const part = loadPiece('en', 'orders')
  expect(await loadMessages('en', { first: true })).toEqual({ shell: 'en' })
  await expect(part).rejects.toThrow(TypeError)
  await expect(loadMessages('en', { first: false })).rejects.toThrow(TypeError)
})

test('what came in the language of the browser comes in that of the account before it is shown', async () => {
  const { loadMessages, loadPiece } = await import('./messages.ts')
  await loadPiece('en', 'orders')
  expect(await loadMessages('fr-CA', { first: true })).toEqual({ shell: 'fr', orders: 'fr' })
})

test('a piece that is not there is said as a missing part, and fetched anew when it is asked for again', async () => {
  const { loadPiece } = await import('./messages.ts')
  gone = ['/words/en/orders.json']
  await expect(loadPiece('en', 'orders')).rejects.toThrow(
    'Failed to fetch dynamically imported module: /words/en/orders.json',
  )
  gone = []
  await loadPiece('en', 'orders')
})
