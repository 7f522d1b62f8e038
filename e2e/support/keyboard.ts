import type { Locator, Page } from 'playwright-core'

/** Keys one after the other: `pressKeys(page, 'Tab', 'Tab', 'Enter')`; names as Playwright has them. */
export async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses Tab (or another key) until the focus is on what has this role and name; says where it went otherwise. */
export async function tabTo(page: Page, role: string, name: string | RegExp, key = 'Tab'): Promise<void> {
  const been: string[] = []
  const wanted = named(page, role, name)
  // It may come with an answer that is still on its way.
  await wanted.first().waitFor({ state: 'attached' })
  for (let step = 0; step < 90; step++) {
    await page.keyboard.press(key)
    const [reached, at] = await wanted.evaluateAll((all) => {
      const now = document.activeElement
      const called = now?.getAttribute('aria-label') ?? now?.textContent ?? ''
      return [all.some((one) => one === now), `${now?.tagName.toLowerCase()} ${called.slice(0, 60)}`] as const
    })
    if (reached && (await staysFocused(page, wanted))) return
    been.push(at)
  }
  throw new Error(`${key} does not reach the ${role} "${name}"; it went through:\n${been.join('\n')}`)
}

const named = (page: Page, role: string, name: string | RegExp): Locator =>
  page.getByRole(role as 'button', { name, exact: typeof name === 'string' })

/** Waits until the page itself has led the focus there: keys that are pressed before go elsewhere. */
export const ledTo = (page: Page, role: string, name: string | RegExp): Promise<void> =>
  named(page, role, name).and(page.locator(':focus')).waitFor()

/** A dialog that is just opening, or was just left, takes the focus a moment later: nobody presses on before. */
async function staysFocused(page: Page, wanted: Locator): Promise<boolean> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  return wanted.evaluateAll((all) => all.some((one) => one === document.activeElement))
}

/** Goes there with Tab alone, and presses Enter. */
export async function enter(page: Page, role: string, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}

/** Goes to a field with Tab alone, and writes into it in the place of what is there. */
export async function write(page: Page, name: string | RegExp, text: string): Promise<void> {
  const isField = (role: string) => named(page, role, name)
  await isField('searchbox').or(isField('textbox')).first().waitFor()
  const role = (await isField('searchbox').count()) > 0 ? 'searchbox' : 'textbox'
  // A dialog that is just opening takes the focus to its first field, maybe after the first key.
  for (let attempt = 0; attempt < 3; attempt++) {
    await tabTo(page, role, name)
    await pressKeys(page, 'Control+a', ...(text === '' ? ['Delete'] : []))
    await page.keyboard.insertText(text)
    const values = await isField(role).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    if (values.includes(text)) return
  }
  throw new Error(`What was written into "${name}" did not arrive there.`)
}

/** Goes to a list with Tab alone, and chooses what begins so. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  const begins = new RegExp(`^\\s*${option}`, 'i')
  // A list whose choices are still on their way takes no keys.
  await named(page, 'combobox', name)
    .locator('option')
    .filter({ hasText: begins })
    .first()
    .waitFor({ state: 'attached' })
  await tabTo(page, 'combobox', name)
  await page.keyboard.type(option)
}

/** Of a table, or of the cards that it becomes on a phone: opens what has this text, by keyboard. */
export async function openRow(page: Page, text: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: text })
  const card = page.getByRole('listitem').filter({ hasText: text }).getByRole('button')
  await row.or(card).first().waitFor()
  await ((await row.count()) > 0 ? row : card).first().press('Enter')
}

/** Of a table: presses a button of the row that has this text; of a card, a button of the sheet that it opens. */
export async function actOn(page: Page, text: string, button: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: text })
  const card = page.getByRole('listitem').filter({ hasText: text })
  await row.or(card).first().waitFor()
  if ((await row.count()) > 0)
    return row.first().getByRole('button', { name: button, exact: true }).press('Enter')
  await openRow(page, text)
  // The dialog of the step before may still be closing.
  const sheet = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: button, exact: true }) })
  await sheet.waitFor()
  const opened = await sheet.elementHandle()
  await enter(page, 'button', button)
  // It closes whatever the button does; what opens next is not to be taken for it.
  await opened?.waitForElementState('hidden')
}

/** What has the focus, as the accessibility tree tells it: `button "Log in"`. */
export async function focused(page: Page): Promise<string> {
  const told = await page.locator(':focus').first().ariaSnapshot({ timeout: 2_000 })
  return told.split('\n')[0]?.replace(/^- /, '') ?? ''
}
