import { expect, it } from 'vitest'
import type { Problem } from '../../contract/problem.ts'
import { refuse } from '../endpoint/fault.ts'
import { toProblem } from './problem.ts'

const asked = { path: '/api/v1/x', traceId: 'trace' }

it.each([
  ['en', '83,103.93'],
  ['fr-CA', '83\u00a0103,93'],
  ['de', '83.103,93'],
  ['es', '83,103.93'],
] as const)('writes an amount of money as its reader does: %s', async (language, amount) => {
  const values = { invoice: 'INV-1', open: { amount: '83103.93', currency: 'CAD' } }
  const answer = toProblem(refuse(409, 'pays_too_much', { values }), { ...asked, language })
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining(amount) })
})

it('says what is wrong with a field in words of its reader, with its days', async () => {
  const errors = [
    { path: 'name', messageKey: 'nameTaken' },
    { path: 'day', messageKey: 'notBefore', values: { day: { day: '2026-01-05' } } },
    { path: 'row', message: 'as it is' },
  ]
  const problem = toProblem(refuse(422, 'validation', { errors }), { ...asked, language: 'fr-CA' })
  expect(((await problem.json()) as Problem).errors).toEqual([
    { path: 'name', message: 'Ce nom est déjà pris.' },
    { path: 'day', message: 'Ne doit pas précéder le 5 janvier 2026.' },
    { path: 'row', message: 'as it is' },
  ])
})
