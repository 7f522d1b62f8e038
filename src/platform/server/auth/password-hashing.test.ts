import { expect, it } from 'vitest'
import { createPasswordHashing } from './password-hashing.ts'

const hashing = createPasswordHashing()

it('is Argon2id at OWASP’s floor: 19 MiB, two passes, one lane, a salt of its own each time (T16)', async () => {
  const [one, two] = [await hashing.hash('the same password'), await hashing.hash('the same password')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/)
  expect(two).not.toBe(one)
})

it.each([15, 64, 72, 73, 128])('looks at all of %s characters, whatever they are', async (length) => {
  const password = 'é🦆'.repeat(length).slice(0, length - 1)
  const stored = await hashing.hash(`${password}a`)
  expect(await hashing.verify(stored, `${password}a`)).toBe(true)
  expect(await hashing.verify(stored, `${password}b`)).toBe(false)
})
