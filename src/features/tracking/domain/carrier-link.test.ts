import { expect, test } from 'vitest'
import { carrierLink } from './carrier-link.ts'

test.each([
  ['UPS', '1Z 9', 'https://www.ups.com/track?tracknum=1Z%209'],
  ['ups ground', 'a/b?c', 'https://www.ups.com/track?tracknum=a%2Fb%3Fc'],
  ['FedEx Freight', '77', 'https://www.fedex.com/fedextrack/?trknbr=77'],
  ['Fed Ex', '77', 'https://www.fedex.com/fedextrack/?trknbr=77'],
  ['Purolator', '5', 'https://www.purolator.com/en/shipping/tracker?pin=5'],
  ['Postes Canada', '5', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=5'],
  ['Canada Post', '5', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=5'],
  ['DHL Express', '5', 'https://www.dhl.com/ca-en/home/tracking.html?tracking-id=5'],
  ['Upsilon Freight', '5', null],
  ['Client’s own UPS account', '5', null],
])('%s shows %s at %s', (carrier, number, link) => {
  expect(carrierLink(null, carrier, number)).toBe(link)
})

test('what upstream gave comes first', () => {
  expect(carrierLink('https://carrier.example/1', 'UPS', '1')).toBe('https://carrier.example/1')
})
