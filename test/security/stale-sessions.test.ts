import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aTenant, PASSWORD } from '../support/actors.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { age, outcome } from '../support/second-factor.ts'
import { allEndpoints, type Endpoint } from './support/contracts.ts'

let portal: TestPortal
let administrator: Actor
let owner: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  administrator = await anAdministrator(portal)
  owner = await aMember(portal, await aTenant(portal), 'tenant_admin')
})
afterAll(() => portal?.close())

/** What is asked of whichever of the two may do it: nothing that is there, and nothing that the schema takes. */
async function ask({ method, path }: Endpoint, minutes: number) {
  const address = `/api/v1${path.replace(/\{\w+\}/g, '4711')}`
  for (const who of [administrator, owner]) {
    await age(portal, who.userId, minutes)
    const answer = await who.send(method, address, method === 'GET' ? undefined : {})
    if (answer.status !== 403) return { answer, who }
  }
  throw new Error(`nobody may ${method} ${path}`)
}

const marked = (which: (endpoint: Endpoint) => boolean) => allEndpoints().filter(which)

describe.each(marked(({ meta }) => meta.stepUp === true))('$name', (endpoint) => {
  it('is refused to a session that showed nothing for ten minutes, before anything else is looked at', async () => {
    const { answer, who } = await ask(endpoint, 11)
    expect([...outcome(answer), answer.body.ways]).toEqual([401, 'second_factor_required', ['password']])
    await who.post('/api/auth/second-factor/step-up', { password: PASSWORD })
    expect(outcome((await ask(endpoint, 9)).answer)).not.toContain('second_factor_required')
  })
})

describe.each(marked(({ meta }) => meta.signs === true))('$name', (endpoint) => {
  it('is refused without a signature, however fresh the session is', async () => {
    const { answer } = await ask(endpoint, 0)
    expect([...outcome(answer), answer.body.ways]).toEqual([401, 'signature_required', ['password']])
  })
})
