import { describe, expect, test } from 'vitest'
import { hostsOf, isUsableList } from './host-list.ts'
import { type DatabaseLocation, embeddedDatabase, externalDatabase } from './location.ts'

const marked = (location: DatabaseLocation) => Object.assign(location, { mark: '0123abcd' })
const target = (url: string, secret = 's') =>
  marked(externalDatabase(url, secret)).login('portal_app').connectionString

describe('an external database', () => {
  const url = 'postgres://owner:se%3Acret@db.example:6432/lotline?sslmode=require'

  test('is entered as the login, with the rest of the address as it is', () => {
    expect(target(url)).toMatch(
      /^postgres:\/\/portal_app_0123abcd:[\w-]{43}@db\.example:6432\/lotline\?sslmode=require$/,
    )
    expect(externalDatabase(url, 's').owner).toEqual({ connectionString: url })
  })

  test.each([
    [
      'postgres:///lotline?host=/run/postgresql',
      /^postgres:\/\/portal_app_0123abcd:[\w-]{43}@\/lotline\?host=%2Frun%2Fpostgresql$/,
    ],
    ['postgresql://me@[::1]/x', /^postgresql:\/\/portal_app_0123abcd:[\w-]{43}@\[::1\]\/x$/],
    ['postgres://h/x?user=me&password=p', /^postgres:\/\/portal_app_0123abcd:[\w-]{43}@h\/x$/],
  ])('%s', (written, expected) => {
    expect(target(written)).toMatch(expected)
  })

  test('has passwords that follow from its own, differ by role, and fall back to the secret', () => {
    expect(target(url, 'one')).toBe(target(url, 'two'))
    expect(target(url)).not.toBe(target(url.replace('cret', 'cre')))
    expect(target('postgres://h/x?password=p', 'one')).toBe(target('postgres://me:p@h/x', 'two'))
    expect(target('postgres://me@h/x', 'one')).not.toBe(target('postgres://me@h/x', 'two'))
    const { password } = externalDatabase(url, 's')
    expect(password('portal_app')).not.toBe(password('portal_auth'))
    expect(target(url)).toContain(password('portal_app'))
  })

  test('has no logins before its mark is known', () => {
    expect(() => externalDatabase(url, 's').login('portal_app')).toThrow(/once the database was migrated/)
  })
})

test('the embedded one trusts its socket, and derives passwords where there is none', () => {
  const socket = marked(embeddedDatabase({ host: '/data/run', port: 5432, user: 'postgres' }))
  expect(socket.password('portal_app')).toBeUndefined()
  expect(socket.login('portal_app')).toMatchObject({
    host: '/data/run',
    user: 'portal_app_0123abcd',
    database: 'lotline',
  })
  const tcp = marked(embeddedDatabase({ host: '127.0.0.1', port: 1, user: 'postgres', password: 'p' }))
  expect(tcp.login('portal_auth').password).toMatch(/^[\w-]{43}$/)
})

describe('a list of hosts', () => {
  const url = 'postgres://u:p@one:5432,two/name?target_session_attrs=read-write&sslmode=require'

  test('is one address for each, without what only a list means', () => {
    expect(hostsOf(url)).toEqual([
      'postgres://u:p@one:5432/name?sslmode=require',
      'postgres://u:p@two/name?sslmode=require',
    ])
    expect(hostsOf('postgres://u:p@h/name?x=1,2')).toEqual(['postgres://u:p@h/name?x=1,2'])
  })

  test.each([
    [url, true],
    ['postgres://u:p@[::1]:1,h:2/name', true],
    ['postgres://u:p@one,/name', false],
    ['postgres://u:p@one,two/name?target_session_attrs=standby', false],
  ])('%s can be used: %s', (written, usable) => {
    expect(isUsableList(written)).toBe(usable)
  })
})
