import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { aBrowser, open } from './support/browser.ts'
import { expectFault } from './support/faults.ts'
import { pressKeys } from './support/keyboard.ts'
import { type Person, type Portal, startPortal } from './support/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.close())

/** As if nobody had been there for so long; the session ends half an hour after somebody was. */
const away = ({ email }: Person, seconds: number) =>
  portal.database(
    `update auth.sessions set last_active_at = now() - make_interval(secs => $1),
            expires_at = least(expires_at, now() - make_interval(secs => $1) + interval '30 minutes')
      where user_id = (select user_id from portal.profiles where email = $2)`,
    [seconds, email],
  )
const activeSecondsAgo = async ({ email }: Person): Promise<number> => {
  const [row] = await portal.database(
    `select extract(epoch from now() - s.last_active_at)::int as ago from auth.sessions s
       join portal.profiles p on p.user_id = s.user_id where p.email = $1`,
    [email],
  )
  return (row as { ago: number }).ago
}
const asks = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })

test.each([1440, 360])(
  'two minutes before the end the screen asks, in every tab, and one answer is for all: %d px',
  async (width) => {
    const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
    const browser = await aBrowser(portal, { as: person, width })
    const [one, two] = [await browser.newPage(), await browser.newPage()]
    await away(person, 28 * 60 + 20)
    for (const tab of [one, two]) await open(tab, '/security')
    for (const tab of [one, two])
      await asks(tab)
        .getByText(/^Time left: 1:\d\d$/)
        .waitFor()
    await axe(one)
    // The pointer passing by is no answer.
    await one.mouse.move(10, 10)
    await one.mouse.move(200, 200)
    await asks(one)
      .getByText(/^Time left: 1:2\d$/)
      .waitFor()
    const refreshed = browser.waitForEvent('response', (answer) => answer.url().endsWith('/refresh'))
    await pressKeys(one, 'Enter')
    await (await refreshed).finished()
    for (const tab of [one, two]) await asks(tab).waitFor({ state: 'detached' })
    expect(await activeSecondsAgo(person)).toBeLessThan(30)
  },
)

test('without an answer the session ends, though screens and streams go on', async () => {
  const person = await portal.aPerson({ tenants: [await portal.aTenant()] })
  const browser = await aBrowser(portal, { as: person })
  const [one, two] = [await browser.newPage(), await browser.newPage()]
  expectFault(browser, /^401 /)
  await away(person, 30 * 60 - 25)
  for (const tab of [one, two]) await open(tab, '/nowhere')
  await asks(one).waitFor()
  for (const tab of [one, two])
    await tab
      .getByText('Your session has ended. Sign in again.', { exact: true })
      .waitFor({ timeout: 60_000 })
  const left = await portal.database(
    `select from auth.sessions s join portal.profiles p on p.user_id = s.user_id
      where p.email = $1 and s.expires_at > now()`,
    [person.email],
  )
  expect(left).toEqual([])
})
