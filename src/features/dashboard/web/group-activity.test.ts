import { expect, test } from 'vitest'
import { groupActivity } from './group-activity.ts'

type Event = Parameters<typeof groupActivity>[0][number]
const event = (id: number, orderId: number, at: string): Event => ({
  kind: 'order',
  id,
  orderId,
  ordNo: String(orderId),
  primary: null,
  lineNo: null,
  field: 'status',
  old: null,
  new: 'Blend',
  at,
})

test('changes of one order at one moment are one entry, first recorded first', () => {
  const cases: [[number, number, string][], number[][]][] = [
    [[], []],
    [[[3, 1, 'b']], [[3]]],
    [
      [
        [3, 1, 'b'],
        [2, 1, 'b'],
        [1, 1, 'a'],
      ],
      [[2, 3], [1]],
    ],
    [
      [
        [4, 1, 'b'],
        [3, 2, 'b'],
        [2, 1, 'b'],
      ],
      [[4], [3], [2]],
    ],
  ]
  for (const [events, ids] of cases)
    expect(
      groupActivity(events.map((one) => event(...one))).map(({ changes }) => changes.map(({ id }) => id)),
    ).toEqual(ids)
})
