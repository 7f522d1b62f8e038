import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE } from '../test/support/hostile-texts.ts'
import { aPage, open } from './support/browser.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

/** Every one of them in one text; single lines carry one that runs in most places where markup does. */
const ALL = HOSTILE.join('\n')
const LINE = `"'><img src=x onerror=window.ran=1><script>window.ran=1</script>`

let portal: Portal
let buyer: Person
let administrator: Person
beforeAll(async () => {
  portal = await startPortal()
  const tenant = await portal.aTenant({ name: `Client ${LINE}`, clientCode: 'A' })
  buyer = await portal.aPerson({ tenants: [tenant], role: 'tenant_admin', name: `Robin ${LINE}` })
  administrator = await portal.aPerson({ administrator: true })
  await portal.ingest('products', [{ 'Item No': 'P-1', Name: `Capsules ${LINE}`, Category: LINE }])
  await portal.ingest('lots', [{ 'Lot No': 'L-1', 'Item No': 'P-1', State: 'released' }])
  await portal.ingest('orders', [
    {
      ...{ Primary: 'O-1', 'Client Code': 'A', 'Ord No': 'SO-1', 'PO No': LINE, Ref: LINE, 'F No': LINE },
      ...{ 'Client Name': `Pharmacy ${LINE}`, 'Ord Stat': `Blend ${LINE}`, 'BL t': LINE, PBL: LINE },
    },
  ])
  await portal.ingest('order-lines', [
    {
      Primary: 'O-1',
      'Line No': 1,
      'Item No': 'P-1',
      'Item Name': LINE,
      Unit: LINE.slice(0, 20),
      Lot: 'L-1',
    },
  ])
})
afterAll(() => portal?.close())

/** As the page asks: with its cookies and from its own address. */
const post = (page: Page, path: string, data: object): Promise<{ id: number }> =>
  page.request.post(`/api/v1${path}`, { data, headers: { origin: portal.url } }).then(async (answer) => {
    expect([path, answer.status()]).toEqual([path, 200])
    return answer.json()
  })

/** What was planted stands there as text, nothing of it ran, and nothing leads out. */
async function isText(page: Page, path: string) {
  await open(page, path)
  await page.getByText('window.ran=1').locator('visible=true').first().waitFor()
  expect([path, await page.evaluate(() => 'ran' in window)]).toEqual([path, false])
  expect([path, await page.locator('a[href^="javascript" i], [href*="evil.example"]').count()]).toEqual([
    path,
    0,
  ])
}

test('what people and upstream write is text on every screen that shows it', async () => {
  const page = await aPage(portal, { as: buyer, at: '/profile' })
  const issue = await post(page, '/issues', {
    type: 'other',
    priority: 'high',
    title: LINE,
    description: ALL,
  })
  await post(page, `/issues/${issue.id}/comments`, { text: ALL })
  const talk = await post(page, '/conversations', { subject: LINE, text: ALL, key: randomUUID() })
  const wish = { poNo: LINE.slice(0, 60), requestedDate: null, shipTo: ALL.slice(0, 500), note: ALL }
  const po = await post(page, '/purchase-orders', { ...wish, lines: [{ itemNo: 'P-1', quantity: 5000 }] })
  await post(page, '/roadmap/next/comments', { text: ALL })
  await post(page, '/feedback', { improvements: ALL, contactForFollowUp: true })
  await post(page, '/public/demo-requests', { name: LINE, email: 'x@y.example', company: LINE, about: ALL })
  for (const path of [
    ...['/', '/orders', '/orders/id:1', '/orders/issues', `/orders/issues/id:${issue.id}`],
    ...[`/chat?conversation=${talk.id}`, '/orders/purchase-orders', `/orders/purchase-orders/${po.id}`],
    ...[`/orders/purchase-orders/${po.id}/edit`, '/product/catalogue', '/lots/L-1'],
  ])
    await isText(page, path)
  const desk = await aPage(portal, { as: administrator, at: '/profile' })
  for (const path of [
    '/admin/tenants',
    '/admin/feedback',
    '/admin/demo-requests',
    '/admin/users',
    '/notifications',
  ])
    await isText(desk, path)
})
