import { afterAll, beforeAll, it } from 'vitest'
import { aKey, aTenant } from '../support/actors.ts'
import { order, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
let portal: TestPortal
beforeAll(async () => { portal = await startTestPortal() })
afterAll(() => portal.close())
it('x', async () => {
  await aTenant(portal, { clientCodes: ['A'], source: 's' })
  await aTenant(portal, { clientCodes: ['B'], source: 's' })
  const send = sender(portal.url, await aKey(portal, { source: 's' }))
  await send('orders', [order(1, { 'Client Code': 'A' })])
  const a = await send('orders', [order(1, { 'Client Code': 'B' })])
  console.log(a.text, portal.lines.filter((l) => l.includes('"level":50')).join('\n'))
})
