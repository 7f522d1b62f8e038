import { expect, it } from 'vitest'
import { relyingParty } from './factor-requests.ts'

it.each([
  ['https://portal.example', 'evil.example', 'portal.example', 'https://portal.example'],
  ['https://portal.example:8443', undefined, 'portal.example', 'https://portal.example:8443'],
  [undefined, 'localhost:3000', 'localhost', 'http://localhost:3000'],
  [undefined, 'evil.example:3000', 'localhost', 'http://localhost'],
  [undefined, 'localhost.evil.example', 'localhost', 'http://localhost'],
  [undefined, undefined, 'localhost', 'http://localhost'],
])('passkeys at %s, asked by %s, are good for %s', (publicUrl, host, id, origin) => {
  expect(relyingParty(publicUrl, host, 'Portal')).toEqual({ id, origin, name: 'Portal' })
})
