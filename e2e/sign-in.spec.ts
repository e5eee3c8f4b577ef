import { execFileSync } from 'node:child_process'
import { chooseLanguage, expect, fillSignIn, freeCodes, freshOtp, LIST, PASSWORD, rows, test } from './support/portal.ts'
import { COMMAND_LINE } from './support/server.ts'

test('a wrong password, account or OTP gets the same refusal, in the language of the page', async ({ page, quiet }) => {
  quiet.expects(401)
  await page.goto('/')
  const refused = page.getByRole('alert')
  for (const wrong of [
    { account: 'tinh48', password: 'Wrong@2026', otp: await freshOtp(page, 'tinh48') },
    { account: 'nobody', password: PASSWORD, otp: '123456' },
    { account: 'tinh48', password: PASSWORD, otp: '000001' },
  ]) {
    await fillSignIn(page, wrong)
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
    await expect(refused).toHaveText('Tài khoản truy cập hoặc mật khẩu không hợp lệ')
    await expect(page.getByLabel('Mã OTP')).toHaveValue('')
    await page.reload()
  }
  await chooseLanguage(page, 'EN')
  await page.getByLabel('Account', { exact: true }).fill('tinh48')
  await page.getByLabel('Password', { exact: true }).fill('Wrong@2026')
  await page.getByLabel('OTP').fill('123456')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(refused).toBeVisible()
  await expect(refused).not.toHaveText(/[à-ỹ]/)
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('what is missing is said at its field before anything is sent', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  for (const text of ['Tài khoản là bắt buộc', 'Mật khẩu là bắt buộc', 'Mã OTP là bắt buộc']) await expect(page.getByText(text)).toBeVisible()
  await page.getByLabel('Mã OTP').fill('123')
  await page.getByLabel('Mã OTP').blur()
  await expect(page.getByText('Mã OTP gồm 6 chữ số')).toBeVisible()
})

test('by hand, with the code of the command line, to the page that was asked for', async ({ page }) => {
  await page.goto(LIST)
  await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible()
  await freeCodes('kiemsoat')
  const otp = execFileSync('npm', ['run', '-s', 'otp', '--', 'kiemsoat'], {
    encoding: 'utf8',
    env: { ...process.env, ...COMMAND_LINE },
  }).trim()
  expect(otp).toMatch(/^\d{6}$/)
  await fillSignIn(page, { account: 'kiemsoat', password: PASSWORD, otp })
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  await expect(rows(page).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(LIST)
})

test('an address that does not exist leads to /404', async ({ page }) => {
  await page.goto('/pp-qr/khong-co-trang-nay')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { name: 'Không tìm thấy trang' })).toBeVisible()
})
