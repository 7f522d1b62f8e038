import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser, type StreamMessage } from './parse-events.ts'

const TEXT =
  'id: 7-1\nevent: change\ndata: {"topic":"orders","object":"é"}\n\n: nothing\n\nevent: heartbeat\ndata: {}\n\nevent: ready\nretry: 1000\nid: 8-0\ndata: {}\n\n'
const WHOLE: StreamMessage[] = [
  { id: '7-1', event: 'change', data: { topic: 'orders', object: 'é' } },
  { id: null, event: 'heartbeat', data: {} },
  { id: '8-0', event: 'ready', data: {} },
]

test('messages come whole, wherever the stream was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: TEXT.length }), { maxLength: 8 }), (cuts) => {
      const heard: StreamMessage[] = []
      const parse = createEventParser((message) => heard.push(message))
      const at = [0, ...cuts.toSorted((a, b) => a - b), TEXT.length]
      for (const [i, from] of at.slice(0, -1).entries()) parse(TEXT.slice(from, at[i + 1]))
      expect(heard).toEqual(WHOLE)
    }),
  )
})

test('what cannot be read is left out, and the rest goes on', () => {
  const heard: StreamMessage[] = []
  createEventParser((message) => heard.push(message))(
    'event: change\ndata: {"a"\n\nevent: change\ndata: 5\n\ndata: {}\n\n',
  )
  expect(heard).toEqual([{ id: null, event: 'message', data: {} }])
})
