import { expect, test } from 'vitest'
import { salesContract } from './contract.ts'

type Asked = Record<string, unknown>
const isHeavy = (asked: Asked) =>
  (['lines', 'counts'] as const).map((name) =>
    (salesContract[name]['~orpc'].meta.heavy as (input: Asked) => boolean)(asked),
  )

test.each<[asked: Asked, heavy: boolean]>([
  [{}, true],
  [{ year: 2025 }, true],
  [{ month: 3 }, true],
  [{ year: 2025, month: 3 }, false],
  [{ year: 2025, month: 3, search: 'zinc' }, true],
  [{ from: '2025-03', to: '2025-03' }, false],
  [{ from: '2025-01', to: '2025-03' }, true],
  [{ from: '2025-01' }, true],
  [{ cursor: 'of a page' }, false],
  [{ cursor: 'of a page', search: 'zinc' }, true],
])('adding up the lines of %j has the time of a question that takes long: %j', (asked, heavy) => {
  expect(isHeavy(asked)).toEqual([heavy, heavy])
})
