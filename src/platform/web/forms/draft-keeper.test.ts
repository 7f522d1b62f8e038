import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '../api/failures.ts'
import { createDraftKeeper, type DraftNews } from './draft-keeper.ts'
import { flushDrafts, openDrafts } from './open-drafts.ts'
import type { DraftStore, StoredDraft } from './stored-draft.ts'

const tab = new Map<string, string>()
beforeEach(() => {
  tab.clear()
  openDrafts.clear()
  vi.useFakeTimers()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => tab.get(key) ?? null,
      setItem: (key: string, value: string) => tab.set(key, value),
      removeItem: (key: string) => tab.delete(key),
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refused = (status: number) =>
  new ProblemError({ status, code: 'x', title: 'x', type: 'x', traceId: '' } as never)

/** A server with one draft at most, as several tabs share it. */
function aServer(kept: { contents: object; version: number } | null = null) {
  const server = {
    kept,
    asked: [] as string[],
    refuses: null as ProblemError | null,
    store: {} as DraftStore,
  }
  server.store = {
    get: async () => {
      server.asked.push('get')
      return server.kept && ({ ...server.kept, files: [] } as StoredDraft)
    },
    put: async (_, contents, version) => {
      server.asked.push('put')
      if (server.refuses) throw server.refuses
      if (server.kept && server.kept.version !== version) throw refused(412)
      server.kept = { contents, version: version + 1 }
      return version + 1
    },
    remove: async (_, version) => {
      server.asked.push('remove')
      if (version === undefined || (server.kept?.version ?? 0) <= version) server.kept = null
    },
    addFile: async () => 1,
    removeFile: async () => undefined,
  }
  return server
}

let keys = 0
function aTab({ store }: { store: DraftStore }, key = `key ${keys++}`) {
  const news: DraftNews[] = []
  return { ...createDraftKeeper({ form: 'form', key, store, tell: (told) => news.push(told) }), news, key }
}
const pause = () => vi.advanceTimersByTimeAsync(2_000)

test('what is typed lies in the tab at once, and after a pause on the server alone', async () => {
  const server = aServer()
  const one = aTab(server)
  await one.load()
  one.change({ note: 'a' })
  one.change({ note: 'ab' })
  expect(tab.get(one.key)).toBe('{"note":"ab","$version":0}')
  expect(server.asked).toEqual(['get'])
  await pause()
  expect(server).toMatchObject({ kept: { contents: { note: 'ab' }, version: 1 }, asked: ['get', 'put'] })
  expect(tab.size).toBe(0)
})

test('what was typed and sent within the pause asks the server for nothing', async () => {
  const server = aServer()
  const one = aTab(server)
  await one.load()
  one.change({ text: 'hello' })
  await one.forget()
  await pause()
  expect([server.asked, tab.size]).toEqual([['get'], 0])
})

test('sent while it is being saved, it is gone afterwards', async () => {
  const server = aServer()
  const one = aTab(server)
  await one.load()
  one.change({ note: 'a' })
  const saving = one.save()
  await one.forget()
  await saving
  expect([server.kept, tab.size]).toEqual([null, 0])
})

test('a tab that is loaded anew goes on with what it had not saved', async () => {
  const server = aServer()
  const before = aTab(server)
  await before.load()
  before.change({ note: 'saved' })
  await pause()
  before.change({ note: 'not saved' })
  const after = aTab(server, before.key)
  vi.clearAllTimers()
  await after.load()
  await pause()
  expect([server.kept, after.news]).toEqual([
    { contents: { note: 'not saved' }, version: 2 },
    [{ tooLarge: false }],
  ])
})

test('what was sent as the page was left is its own, whether its answer came or not', async () => {
  const server = aServer()
  const before = aTab(server)
  await before.load()
  before.change({ note: 'typed' })
  const { put } = server.store
  // It arrives, and nobody is there to hear of it.
  server.store.put = async (...sent) => {
    await put(...sent)
    return new Promise(() => {})
  }
  void before.save(true)
  await vi.advanceTimersByTimeAsync(0)
  const lying = new Map(tab)
  vi.resetModules()
  const anew = await import('./draft-keeper.ts')
  tab.set(before.key, lying.get(before.key) as string)
  server.store.put = put
  const news: DraftNews[] = []
  const after = anew.createDraftKeeper({
    ...{ form: 'form', key: before.key, store: server.store },
    tell: (told) => news.push(told),
  })
  await after.load()
  after.change({ note: 'typed, and on' })
  await pause()
  expect([server.kept, news]).toEqual([
    { contents: { note: 'typed, and on' }, version: 2 },
    [{ tooLarge: false }],
  ])
})

test('what another tab has kept since is told, and nothing is written over it before somebody decides', async () => {
  const server = aServer()
  const [one, two] = [aTab(server), aTab(server)]
  await Promise.all([one.load(), two.load()])
  one.change({ note: 'one' })
  await pause()
  two.change({ note: 'two' })
  await pause()
  const [told] = two.news.filter((news) => 'theirs' in news)
  expect(told).toMatchObject({ theirs: { contents: { note: 'one' } } })
  two.change({ note: 'two, more' })
  await pause()
  expect(server.kept?.contents).toEqual({ note: 'one' })
  two.settle((told as { theirs: StoredDraft }).theirs, true)
  await pause()
  expect(server.kept?.contents).toEqual({ note: 'two, more' })
})

test('typed before the server has answered, an earlier draft is no loss either', async () => {
  const server = aServer({ contents: { note: 'earlier' }, version: 4 })
  const one = aTab(server)
  const loaded = one.load()
  one.change({ note: 'now' })
  await loaded
  await pause()
  expect(one.news).toMatchObject([{ theirs: { contents: { note: 'earlier' } } }])
  expect(server.kept?.contents).toEqual({ note: 'earlier' })
})

test('what is sent does not take along what another tab typed meanwhile', async () => {
  const server = aServer()
  const [one, two] = [aTab(server), aTab(server)]
  await Promise.all([one.load(), two.load()])
  one.change({ note: 'one' })
  await pause()
  two.change({ note: 'two' })
  await pause()
  await two.forget()
  expect(server.kept?.contents).toEqual({ note: 'one' })
})

test('too large for the server, it is told and stays in the tab', async () => {
  const server = aServer()
  server.refuses = refused(413)
  const one = aTab(server)
  await one.load()
  one.change({ note: 'long' })
  await pause()
  expect([one.news, tab.get(one.key)]).toEqual([[{ tooLarge: true }], '{"note":"long","$version":0}'])
  server.refuses = null
  one.change({ note: 'short' })
  await pause()
  expect([one.news.at(-1), server.kept?.contents]).toEqual([{ tooLarge: false }, { note: 'short' }])
})

test('a server that is away is asked again, and everything is saved when somebody leaves', async () => {
  const server = aServer()
  const one = aTab(server)
  await one.load()
  server.refuses = refused(503)
  one.change({ note: 'a' })
  await pause()
  server.refuses = null
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.kept?.contents).toEqual({ note: 'a' })
  one.change({ note: 'ab' })
  await flushDrafts()
  expect(server.kept?.contents).toEqual({ note: 'ab' })
  one.change({ note: 'abc' })
  await one.close()
  expect(server.kept?.contents).toEqual({ note: 'abc' })
})
