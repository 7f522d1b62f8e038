import pino from 'pino'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import type { Outbox, OutboxEvent, StreamAccess, Typing } from '../database/open-outbox.ts'
import { createEventHub } from './event-hub.ts'
import { createEventMetrics } from './event-metrics.ts'

const access: StreamAccess = {
  sessionId: 's',
  userId: 'u',
  kind: 'member',
  tenantId: 1,
  tenantIds: [1],
  role: 'viewer',
  permissions: ['conversations.read'],
  hiddenModules: [],
  isAdmin: false,
  mode: null,
}

/** A hub over an outbox in memory, by a clock that the test moves. */
function aHub() {
  const table: OutboxEvent[] = []
  let time = 1_000_000
  let rights: StreamAccess[] = [access]
  let looks = 0
  let wake = () => {}
  let typing: (typing: Typing) => void = () => {}
  const outbox: Outbox = {
    readAfter: async (after, most) => ({
      events: table.filter(({ id }) => id > after.id).slice(0, most),
      horizon: 2,
      running: false,
    }),
    position: async () => ({ newest: { xid: 1, id: 0 }, pruned: { xid: 0, id: 0 } }),
    accessOf: async () => {
      looks += 1
      return rights
    },
    prune: async () => 0,
    feeds: async () => [],
    releaseAcceptances: async () => 0,
    watchIssues: async () => 0,
    spreadNotices: async () => 0,
    mailNotices: async () => 0,
    pruneNotices: async () => 0,
    watchTyping: (given) => {
      typing = given
      return () => {}
    },
    listen: (given) => {
      wake = given
      return async () => {}
    },
    close: async () => {},
  }
  const metrics = createEventMetrics(new Registry())
  const hub = createEventHub({ outbox, log: pino({ level: 'silent' }), metrics, now: () => time })
  ending.push(() => hub.stop())
  return {
    hub,
    write(count: number) {
      for (let i = 0; i < count; i++)
        table.push({
          ...{ xid: 1, id: table.length + 1, tenantId: 1, topic: 't', module: null, permission: null },
          ...{
            audience: null,
            objectId: `${table.length + 1}`,
            payload: {},
            createdAt: new Date(0).toISOString(),
          },
        })
      wake()
    },
    type: (more: Partial<Typing> = {}) =>
      typing({ tenantId: 1, conversation: 7, userId: 'other', side: 'staff', ...more }),
    pass: async (ms: number) => {
      time += ms
      await hub.tick()
    },
    revoke: () => {
      rights = []
    },
    looks: () => looks,
    async listen(lastEventId?: string) {
      let cut = false
      const body = await hub.open(access, lastEventId, () => {
        cut = true
      })
      return { reader: body.pipeThrough(new TextDecoderStream()).getReader(), body, wasCut: () => cut }
    },
    /** A reader that does not read: not even the pipe's own piece ahead. */
    async ignore() {
      let cut = false
      const body = await hub.open(access, undefined, () => {
        cut = true
      })
      return { reader: body.getReader(), wasCut: () => cut }
    },
  }
}
const ending: (() => Promise<void>)[] = []
afterEach(() => Promise.all(ending.splice(0).map((end) => end())))

async function readUntil(reader: ReadableStreamDefaultReader<string>, word: string): Promise<string> {
  let text = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value
    if (text.includes(word)) break
  }
  return text
}
const settle = () => new Promise((done) => setTimeout(done, 60))

describe('a stream', () => {
  it('has a heartbeat after 25 s of silence, and not before', async () => {
    const portal = aHub()
    const { reader } = await portal.listen()
    await readUntil(reader, 'ready')
    await portal.pass(24_000)
    portal.write(1)
    expect(await readUntil(reader, '\n\n')).toContain('event: change')
    await portal.pass(24_000)
    await portal.pass(2_000)
    expect(await readUntil(reader, '\n\n')).toBe('event: heartbeat\ndata: {}\n\n')
  })

  it('of a reader that does not read holds a hundred messages, then one resync, and is cut after a minute', async () => {
    const portal = aHub()
    const { reader, wasCut } = await portal.ignore()
    await settle()
    const other = await portal.listen()
    portal.write(5_000)
    await readUntil(other.reader, 'id: 1-5000\n')
    await portal.pass(30_000)
    expect(wasCut()).toBe(false)
    const decoder = new TextDecoder()
    const first = decoder.decode((await reader.read()).value)
    expect(first.length).toBeLessThan(1_000)
    expect(first).toContain('event: resync')
    expect(first).toContain('id: 1-5000')
    portal.write(500)
    await settle()
    await portal.pass(61_000)
    expect(wasCut()).toBe(true)
  })

  it('that reads gets every event in its order, however many come at once', async () => {
    const portal = aHub()
    const { reader } = await portal.listen()
    await readUntil(reader, 'ready')
    portal.write(3_000)
    const text = await readUntil(reader, 'id: 1-3000\n')
    const ids = [...text.matchAll(/^id: 1-(\d+)$/gm)].map(([, id]) => Number(id))
    expect(ids).toEqual(Array.from({ length: 3_000 }, (_, i) => i + 1))
  })

  it('ends when the right to it is gone: what waited is not sent, nor is what happens then', async () => {
    const portal = aHub()
    const { reader } = await portal.ignore()
    await reader.read()
    await portal.pass(3_000)
    portal.revoke()
    await portal.pass(3_000)
    portal.write(1)
    await settle()
    const rest = await reader.read()
    expect(new TextDecoder().decode(rest.value)).toBe('event: access\ndata: {}\n\n')
    expect((await reader.read()).done).toBe(true)
  })

  it('says who writes once in a second, to whoever may know it and not to the writer, without a place in the order', async () => {
    const portal = aHub()
    const { reader } = await portal.listen()
    await readUntil(reader, 'ready')
    portal.type({ tenantId: 2, conversation: 8 })
    portal.type({ userId: access.userId })
    portal.type()
    portal.type()
    await settle()
    portal.write(1)
    const text = await readUntil(reader, '"object":"1"')
    expect(text.match(/typing/g)).toHaveLength(1)
    expect(text).toMatch(
      /^event: change\ndata: {"topic":"typing.staff","tenant":1,"object":"7","version":null}\n\n/,
    )
  })

  it('costs one look at rights every two seconds, however many there are, and none without any', async () => {
    const portal = aHub()
    await portal.pass(10_000)
    expect(portal.looks()).toBe(0)
    for (let i = 0; i < 10; i++) await portal.listen()
    for (let s = 0; s < 20; s++) await portal.pass(1_000)
    expect(portal.looks()).toBeLessThanOrEqual(10)
    expect(portal.looks()).toBeGreaterThanOrEqual(9)
  })
})
