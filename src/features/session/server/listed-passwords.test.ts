import { describe, expect, it } from 'vitest'
import { isListedPassword } from './listed-passwords.ts'

describe('passwords that are tried first (A6)', () => {
  it.each([
    'manchester',
    'Christopher!',
    'alexander1',
    '#barcelona1',
    'jonathan123',
    '1francais123',
    'papillon12',
    'B4rc3l0n4!',
    'Grenouille-2026',
    'anniversaire1',
    'manchesterunited',
    'Leave me alone 123',
    'ManchesterUnited99!',
    'iloveyouforever',
  ])('are known: %s', async (password) => {
    expect(await isListedPassword(password)).toBe(true)
  })

  it.each([
    'tumble-orchid-47-fresco',
    'un cheval bleu dort ici',
    'kT9#vLq2!xPz',
    'my dog ate 4 green socks',
    'azimut café 1987 ruelle',
    '🦊🌲🦉🌊🔥🍂🪶🐚🌙⛰️',
    '密码很长而且没有人知道它是什么',
    '4815162342-0-7781',
  ])('are not these: %s', async (password) => {
    expect(await isListedPassword(password)).toBe(false)
  })
})
