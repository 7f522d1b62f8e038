import type { Page } from 'playwright-core'
import type { Person } from './portal.ts'

/** Fills the form of the sign-in screen and sends it. */
export async function fill(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}
