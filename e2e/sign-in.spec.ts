import { execFileSync } from 'node:child_process'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { chooseLanguage, EN, expect, fillSignIn, freeCodes, freshOtp, LIST, PASSWORD, rows, test, VI } from './support/portal.ts'
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

test('an address that does not exist leads to /404', EN, async ({ page }) => {
  await page.goto('/pp-qr/khong-co-trang-nay')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { name: words.signIn.screens.notFound })).toBeVisible()
})
