import { describe, expect, it } from 'vitest'
import { groundOf } from './figures.ts'
import { plainAnswer, sentencesOf } from './plain-answer.ts'

const holds = groundOf([
  'Order 10479 has the status “CTS”.\nAmount: $1,234.50\nPromised for Dec 4, 2025\nQuantity: 7,500 UN, +10.3 %',
  'Lot L26318D28 expire le 13 nov. 2028, solde 29 171,71 $',
])

describe('figures of an answer', () => {
  it.each([
    'It is in CTS.',
    'Order 10479 comes to $1,234.50, about $1,235.',
    'Le montant est de 1 234,50 $ et le solde de 29 171,71 $.',
    'Der Betrag ist 1.234,50, die Menge 7.500, Wachstum 10,3 %.',
    'Promised for December 4, 2025, that is 2025-12-04 or 4 December.',
    'Le lot L26318D28 expire le 13 novembre 2028.',
  ])('holds: %s', (sentence) => expect(holds(sentence)).toBe(true))

  it.each([
    'It comes to $1,234.60.',
    'Promised for Dec 5, 2025.',
    'Promised for 2025-12-05.',
    'Promised for 4 Nov.',
    'See lot L26318D29.',
    'It takes nine weeks.',
    'Il faut quinze jours.',
    'There are 17 of them.',
    'It grew by 11 %.',
    'Order 10480.',
  ])('does not hold: %s', (sentence) => expect(holds(sentence)).toBe(false))
})

it.each([
  ['See [the order](https://evil.example/x) now', 'See the order now'],
  ['![x](https://evil.example/?d=1) done', 'x done'],
  ['Go to https://evil.example/x?y=1 or www.evil.example', 'Go to … or …'],
  ['Write to someone@evil.example', 'Write to …'],
  ['<img src=x onerror=alert(1)>Hello <b>you</b>', 'Hello you'],
  ['javascript:alert(1) //evil.example/x', '… …'],
  ['**Order 10479** is in `CTS`, 1,234.50 in all.', 'Order 10479 is in CTS, 1,234.50 in all.'],
])('an answer is text that leads nowhere: %s', (given, plain) => expect(plainAnswer(given)).toBe(plain))

it('goes sentence by sentence', () => {
  expect(sentencesOf('One. Two 1.5 is. Am 4. Dezember kommt es.\nThree')).toEqual({
    done: ['One.', ' Two 1.5 is.', ' Am 4. Dezember kommt es.', '\n'],
    rest: 'Three',
  })
})
