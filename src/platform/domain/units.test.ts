import { expect, it } from 'vitest'
import { inUnit, isWhole, pricePer } from './units.ts'

it.each([
  [null, 'UN', '1'],
  ['', 'KG', '1'],
  ['KG', 'KG', '1'],
  ['kg', 'KG', '1'],
  ['Box', 'BOX', '1'],
  ['EA', 'UN', '1'],
  ['1000', 'UN', '1000'],
  ['per 1000', 'UN', '1000'],
  ['/1000', 'UN', '1000'],
  ['par 1 000', 'UN', '1000'],
  ['1,000 UN', 'EA', '1000'],
  ['1.000 Stück', 'UN', '1000'],
  ['per 100 capsules', 'UN', '100'],
  ['0.5 KG', 'KG', '0.5'],
  ['0,250 KG', 'KG', '0.25'],
  ['M', 'UN', '1000'],
  ['10 M', 'M', '10'],
  ['UN', 'M', '0.001'],
  ['KG', 'G', '1000'],
  ['G', 'KG', '0.001'],
  ['100 g', 'KG', '0.1'],
  ['OZ', 'LB', '0.0625'],
  ['1000', null, '1000'],
  ['KG', null, '1'],
  // What cannot be compared has no amount: its price is confirmed.
  ['KG', 'UN', null],
  ['LB', 'KG', null],
  ['Box', 'UN', null],
  ['MG', 'T', null],
  ['0 KG', 'KG', null],
  ['1.5.2', 'UN', null],
  // Nor is what stands on several lines nothing.
  ['1000\nUN', 'UN', '1000'],
  ['Box\nof ten', 'UN', null],
  ['\u202btest\u2029test', 'UN', null],
])('a price for %j, of a line in %j, is for %j of it', (price, line, per) => {
  expect(pricePer(price, line)).toBe(per)
})

it.each([
  [100, 'KG', 'G', 100_000],
  [100, 'KG', 'T', 0.1],
  [2, 'M', 'UN', 2000],
  [100, 'KG', 'LB', null],
  [5000, 'UN', 'KG', null],
] as const)('%d %s in %s is %j', (quantity, from, to, other) => {
  expect(inUnit(quantity, from, to)).toBe(other)
})

it.each([
  ['UN', true],
  ['pcs.', true],
  ['Stück', true],
  ['Bottles', true],
  ['flacon', true],
  ['BOX', true],
  ['Boîte', true],
  ['case', true],
  ['Karton', true],
  [' Drum ', true],
  ['KG', false],
  ['L', false],
  ['m', false],
  ['metre', false],
  ['M', false],
  ['LB', false],
  ['furlong', false],
  ['', false],
  [null, false],
] as const)('%j is ordered whole: %j', (unit, whole) => {
  expect(isWhole(unit)).toBe(whole)
})
