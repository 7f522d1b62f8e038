import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normaliseEmail } from './normalise-email.ts'

it.each([
  ['ana@maker.example', 'ana@maker.example'],
  ['  Ana.B@Maker.EXAMPLE ', 'ana.b@maker.example'],
  ['ａｎａ@maker.example', 'ana@maker.example'],
  ['zoé@fjörd.example', 'zoé@fjörd.example'],
  ['ana@XN--FJRD-6QA.example', 'ana@fjörd.example'],
  ['ana@FJÖRD.example', 'ana@fjörd.example'],
  ['ana@fjo\u0308rd.example', 'ana@fjörd.example'],
  ['ana@mail.xn--fjrd-6qa.example', 'ana@mail.fjörd.example'],
  ['ana@fjörd。example', 'ana@fjörd.example'],
  ['xn--fjrd-6qa@maker.example', 'xn--fjrd-6qa@maker.example'],
  ['ana@1.2', 'ana@1.2'],
  ['ana@localhost', 'ana@localhost'],
  ['ana@my_host.example', 'ana@my_host.example'],
  ['ana@xn--.example', 'ana@xn--.example'],
  ['no address', 'no address'],
  ['', ''],
])('%s is kept as %s', (typed, kept) => {
  expect(normaliseEmail(typed)).toBe(kept)
})

it('changes nothing a second time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl().map((url) => new URL(url).hostname),
      (name, domain) => {
        const once = normaliseEmail(`${name}@${domain}`)
        expect(normaliseEmail(once)).toBe(once)
      },
    ),
  )
})
