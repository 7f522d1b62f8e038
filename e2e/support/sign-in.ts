import type { Page } from 'playwright-core'
import type { Person } from './portal.ts'

/** Fills the form of the sign-in screen and sends it. */
export async function fill(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** What lies over the page while a session that ended waits for its person. */
export const signInAgainDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Sign in again to continue' })

/** The same person goes on over the page. */
export async function signInAgain(page: Page, { password }: Person) {
  const dialog = signInAgainDialog(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
