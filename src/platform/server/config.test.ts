import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

describe('a bad value is refused in one line', () => {
  test.each([
    [{ PORT: '70000' }, /^PORT=70000: expected a whole number from 0 to 65535/],
    [{ PORT: 'http' }, /^PORT=http: expected/],
    [{ HOST: 'a b' }, /^HOST=a b: expected a host name/],
    [{ PUBLIC_URL: 'portal.example' }, /^PUBLIC_URL=portal\.example: expected an address without a path/],
    [{ PUBLIC_URL: 'https://a.example/portal' }, /expected an address without a path/],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, /expected an address without a path/],
    [{ DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL=mysql:\/\/a\/b: expected an address such as postgres:/],
    [{ DEMO: 'yes' }, /^DEMO=yes: expected 0 or 1\.$/],
    [{ MFA_POLICY: 'off' }, /^MFA_POLICY=off: expected one of required, administrators, optional\.$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL=loud: expected one of fatal/],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY=true: expected the number of proxies/],
    [{ REPORTING_AS_OF: '2025-02-30' }, /^REPORTING_AS_OF=2025-02-30: expected a date/],
    [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.c' }, /^SMTP_URL=mail\.example: expected an address/],
    [{ SMTP_URL: 'smtp://mail.example' }, /^SMTP_URL needs MAIL_FROM/],
    [{ SMS_WEBHOOK_URL: 'ftp://sms.example' }, /^SMS_WEBHOOK_URL=ftp:\/\/sms\.example: expected an address/],
    [{ SCAN_URL: 'ftp://scan.example' }, /^SCAN_URL=ftp:\/\/scan\.example: expected an address/],
    [{ SCAN_URL: 'https://scan.example', SCAN_COMMAND: 'scan' }, /only one of them/],
    [{ SMS_WEBHOOK_URL: 'https://' }, /^SMS_WEBHOOK_URL=https:\/\/: expected an address/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM=nobody: expected an address such as Portal/],
    [{ DOCS_URL: 'javascript:alert(1)' }, /^DOCS_URL=javascript:alert\(1\): expected an address such as/],
    [{ DOCS_URL: '//elsewhere.example' }, /^DOCS_URL=/],
    [{ BRAND_NAME: '   ' }, /^BRAND_NAME= {3}: expected a name/],
  ])('%j', (environment, message) => {
    expect(() => loadConfig(environment)).toThrow(message)
  })

  test('several at once are all named, and a password is never repeated', () => {
    const load = () => loadConfig({ PORT: 'x', DATABASE_URL: 'mysql://me:hush@host/db' })
    expect(load).toThrow('PORT=x')
    expect(load).toThrow('DATABASE_URL=mysql://me:***@host/db')
    expect(load).not.toThrow('hush')
  })
})

test.each([
  [{}, false],
  [{ DATABASE_URL: 'postgres://u:p@db/lotline' }, true],
  [{ DATABASE_URL: 'postgres://u:p@db/lotline', DATABASE_POOLER: '0' }, false],
  [{ DATABASE_POOLER: '1' }, true],
])('with %j a pooler is in front: %j', (environment, pooler) => {
  expect(loadConfig(environment).databasePooler).toBe(pooler)
})

describe('the demo stays on this machine (H2)', () => {
  const external = { DATABASE_URL: 'postgres://u:p@db/lotline' }
  test.each([
    [{ HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 would open the demo/],
    [{ HOST: '::' }, /would open the demo/],
    [{ HOST: '127.0.0.1.example.com' }, /would open the demo/],
    [{ PUBLIC_URL: 'https://portal.example.com' }, /^PUBLIC_URL=https:\/\/portal\.example\.com would open/],
    [{ TRUST_PROXY: '1' }, /^TRUST_PROXY=1 would open/],
    [{ ...external, DEMO: '1', HOST: '0.0.0.0' }, /would open the demo/],
  ])('%j is refused', (environment, message) => {
    expect(() => loadConfig(environment)).toThrow(message)
  })

  test.each([
    [{ HOST: 'localhost' }, { demo: true, demoPublic: false }],
    [
      { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
      { demo: true, demoPublic: false },
    ],
    [
      { HOST: '127.0.0.2', TRUST_PROXY: '0' },
      { demo: true, demoPublic: false },
    ],
    [
      { HOST: '0.0.0.0', DEMO_PUBLIC: '1' },
      { demo: true, demoPublic: true },
    ],
    [
      { HOST: '0.0.0.0', DEMO: '0', DEMO_PUBLIC: '1' },
      { demo: false, demoPublic: false },
    ],
    [
      { ...external, HOST: '0.0.0.0', TRUST_PROXY: '2' },
      { demo: false, demoPublic: false },
    ],
    [
      { ...external, DEMO: '1' },
      { demo: true, demoPublic: false },
    ],
  ])('%j starts', (environment, expected) => {
    expect(loadConfig(environment)).toMatchObject(expected)
  })
})

describe('the two-factor policy', () => {
  test.each([
    [{}, 'optional', []],
    [{ DEMO: '0' }, 'required', []],
    [{ DEMO: '0', MFA_POLICY: 'required' }, 'required', []],
    [{ MFA_POLICY: 'required' }, 'optional', [/the demo asks/]],
    [{ DEMO: '0', MFA_POLICY: 'administrators' }, 'administrators', [/only administrators/]],
    [{ DEMO: '0', MFA_POLICY: 'optional' }, 'optional', [/no account needs/]],
    [{ MFA_POLICY: 'optional' }, 'optional', [/no account needs/]],
  ])('%j', (environment, policy, warnings) => {
    const config = loadConfig(environment)
    expect(config.mfaPolicy).toBe(policy)
    expect(config.warnings).toEqual(warnings.map((w) => expect.stringMatching(w)))
  })
})

test('what is absent or empty has its default, and nothing can be changed afterwards', () => {
  const config = loadConfig({ PORT: '', HOST: '' })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    brandName: 'Lotline',
    logLevel: 'warn',
    demo: true,
  })
  expect(config.dataDir).toMatch(/^\/.*\/data$/)
  expect(config.databaseUrl).toBeUndefined()
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError)
})

test('the public address is kept as an origin', () => {
  expect(loadConfig({ DEMO: '0', PUBLIC_URL: 'https://Portal.Example:443/' }).publicUrl).toBe(
    'https://portal.example',
  )
})
