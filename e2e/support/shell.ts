/** Parts of the frame of the portal. */
import type { Page } from '@playwright/test'
import { expect, fillSignIn, freshOtp, PASSWORD, tab } from './portal.ts'
import { words } from './words.ts'

export const tabs = (page: Page) => page.getByRole('tablist').getByRole('tab')
export const titles = async (page: Page) => (await tabs(page).allTextContents()).map((text) => text.replace(/ · .*/, ''))
export const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
export const palette = (page: Page) => page.getByRole('combobox', { name: words.palette.label })

interface Saved {
  appearance?: { theme: string; fixedHeader: boolean }
  tabs?: unknown[]
}

/** The server has been told what the test waits for. */
export const saved = (page: Page, isIt: (input: Saved) => boolean) =>
  page.waitForResponse((response) => response.url().endsWith('/preferences/v1/save') && isIt(response.request().postDataJSON() as Saved))

/** Chooses from the menu of a tab, under the right button. */
export async function tabAction(page: Page, name: string | RegExp, action: string): Promise<void> {
  await tab(page, name).click({ button: 'right' })
  await menuItem(page, action).click()
  await expect(menuItem(page, action)).toBeHidden()
}

/** Signs in where the page stands, without forgetting what the account has set up. */
export async function comeBack(page: Page, account: string): Promise<void> {
  await page.goto('/')
  await fillSignIn(page, { account, password: PASSWORD, otp: await freshOtp(page, account) })
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(page.getByRole('navigation', { name: words.shell.menu })).toBeVisible()
}
