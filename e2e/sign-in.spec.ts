import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { chooseLanguage, EN, expect, fillSignIn, freeCodes, freshOtp, LIST, PASSWORD, rows, signIn, test, VI } from './support/portal.ts'
import { COMMAND_LINE, inDatabase } from './support/server.ts'
import { language, speak, words } from './support/words.ts'

test('a wrong password, account or OTP gets the same refusal, in the language of the page', VI, async ({ page, quiet }) => {
  quiet.expects(401)
  await inDatabase('delete from iam.login_counter')
  await page.goto('/')
  const refused = page.getByRole('alert')
  for (const wrong of [
    { account: 'tinh48', password: 'Wrong@2026', otp: await freshOtp(page, 'tinh48') },
    { account: 'nobody', password: PASSWORD, otp: '123456' },
    { account: 'tinh48', password: PASSWORD, otp: '000001' },
  ]) {
    await fillSignIn(page, wrong)
    await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
    await expect(refused).toHaveText(iamErrors.invalidLogin[language])
    await expect(page.getByLabel(words.signIn.fields.login.otp)).toHaveValue('')
    await page.reload()
  }
  await chooseLanguage(page, 'EN')
  speak('en')
  await fillSignIn(page, { account: 'tinh48', password: 'Wrong@2026', otp: '123456' })
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(refused).toHaveText(iamErrors.invalidLogin[language])
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('what is missing is said at its field before anything is sent', EN, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  for (const text of [words.rules.accountRequired, words.rules.passwordRequired, words.rules.otpRequired]) await expect(page.getByText(text)).toBeVisible()
  await page.getByLabel(words.signIn.fields.login.otp).fill('123')
  await page.getByLabel(words.signIn.fields.login.otp).blur()
  await expect(page.getByText(words.rules.otp)).toBeVisible()
})

test('by hand, with the code of the command line, to the page that was asked for', VI, async ({ page }) => {
  await page.goto(LIST)
  await expect(page.getByRole('heading', { name: words.signIn.texts.signIn })).toBeVisible()
  await freeCodes('kiemsoat')
  const otp = execFileSync('npm', ['run', '-s', 'otp', '--', 'kiemsoat'], {
    encoding: 'utf8',
    env: { ...process.env, ...COMMAND_LINE },
  }).trim()
  expect(otp).toMatch(/^\d{6}$/)
  await fillSignIn(page, { account: 'kiemsoat', password: PASSWORD, otp })
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(rows(page).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(LIST)
})

test('a code with a gap is taken; a refusal follows the language, the cursor stands where to go on', EN, async ({ page, quiet }) => {
  quiet.expects(401)
  await inDatabase('delete from iam.login_counter')
  await page.goto('/')
  const { account, otp, clientId } = words.signIn.fields.login
  const code = page.getByLabel(otp)
  // No application is guessed for somebody who has never signed in here.
  await page.getByLabel(account, { exact: true }).fill('tinh48')
  await page.getByLabel(words.signIn.fields.login.password, { exact: true }).fill('Wrong@2026')
  await code.fill('123 456')
  await expect(code).toHaveValue('123456')
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(page.getByText(words.rules.clientRequired)).toBeVisible()
  await expect(page.getByLabel(clientId, { exact: true })).toBeFocused()
  await page.getByLabel(clientId, { exact: true }).selectOption('PP_QR')
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(iamErrors.invalidLogin[language])
  await expect(page.getByText(words.signIn.texts.refusedHint)).toBeVisible()
  await expect(code).toBeFocused()
  await chooseLanguage(page, 'VI')
  speak('vi')
  await expect(page.getByRole('alert')).toHaveText(iamErrors.invalidLogin[language])
  const fresh = await freshOtp(page, 'tinh48')
  await page.getByLabel(words.signIn.fields.login.password, { exact: true }).fill(PASSWORD)
  await page.getByLabel(words.signIn.fields.login.otp).fill(`${fresh.slice(0, 3)}-${fresh.slice(3)}`)
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(page.getByRole('navigation', { name: words.shell.menu })).toBeVisible()
  // The next time the application is the one used last.
  await page.evaluate(() => {
    for (const key of ['access_token', 'refresh_token', 'client_id']) localStorage.removeItem(key)
  })
  await page.goto('/auth/login')
  await expect(page.getByLabel(words.signIn.fields.login.clientId, { exact: true })).toHaveValue('PP_QR')
})

test('only a page of the portal follows a sign-in', VI, async ({ page }) => {
  await page.goto(`/auth/login?next=${encodeURIComponent('//evil.example/pp-qr')}`)
  await fillSignIn(page, { account: 'kiemsoat', password: PASSWORD, otp: await freshOtp(page, 'kiemsoat') })
  await page.getByRole('button', { name: words.signIn.texts.signIn, exact: true }).click()
  await expect(page.getByRole('navigation', { name: words.shell.menu })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

/** As if nothing had been clicked for so long. */
const idleFor = (page: Page, seconds: number) => page.evaluate((ms) => localStorage.setItem('last_click', String(Date.now() - ms)), seconds * 1000)

test('a session about to end warns; once ended nothing can be read until the person signs in again', EN, async ({ page, quiet }) => {
  quiet.expects(401)
  await signIn(page, 'tinh48')
  await page.goto(LIST)
  await expect(rows(page).first()).toBeVisible()
  await page.locator('.bt-account').click()
  await page.getByRole('menuitem', { name: words.signIn.texts.profile }).click()
  const profile = page.getByRole('dialog', { name: words.signIn.texts.profile })
  await expect(profile).toBeVisible()
  await profile.getByLabel(words.signIn.fields.profile.oldPassword).fill('being typed')

  const warning = page.getByRole('dialog', { name: words.session.warnTitle })
  for (const press of ['Enter', 'Escape']) {
    await idleFor(page, 3_600 - 100)
    await expect(warning).toBeVisible()
    await expect(warning.getByRole('timer')).toContainText('1:')
    await expect(warning.getByRole('button', { name: words.session.stay })).toBeFocused()
    await page.keyboard.press(press)
    await expect(warning).toBeHidden()
    expect(await page.evaluate(() => Date.now() - Number(localStorage.getItem('last_click')))).toBeLessThan(60_000)
  }

  await idleFor(page, 3_600)
  const ended = page.getByRole('dialog', { name: words.common.notice })
  await expect(ended.getByText(words.session.idle)).toBeVisible()
  const here = ended.getByRole('button', { name: words.session.signInHere })
  await expect(here).toBeFocused()
  await expect(here).toHaveClass(/ant-btn-primary/)
  // The list is blurred, the drawer not to be seen; neither is there for the keyboard or a screen reader.
  await expect(page.locator('#root')).toHaveCSS('filter', /blur/)
  expect(await page.locator('.bt-profile').evaluate((drawer) => getComputedStyle(drawer.closest('body > *') as Element).opacity)).toBe('0')
  for (const part of ['#root', '.bt-profile']) expect(await page.locator(part).evaluate((one) => one.closest('[inert]') !== null)).toBe(true)
  expect(await here.evaluate((one) => one.closest('[inert]'))).toBeNull()
  await here.press('Enter')
  await ended.getByLabel(words.signIn.fields.login.password).fill(PASSWORD)
  await ended.getByLabel(words.signIn.fields.login.otp).fill(await freshOtp(page, 'tinh48'))
  await page.keyboard.press('Enter')
  await expect(ended).toBeHidden()
  await expect(profile.getByLabel(words.signIn.fields.profile.oldPassword)).toHaveValue('being typed')
  await expect(page.locator('#root')).toHaveCSS('filter', 'none')
})

test('an address that does not exist leads to /404', VI, async ({ page }) => {
  await page.goto('/pp-qr/khong-co-trang-nay')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { name: words.signIn.screens.notFound })).toBeVisible()
})
