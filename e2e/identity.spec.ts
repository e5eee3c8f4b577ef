import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { inspect } from './support/looks.ts'
import { chooseLanguage, expect, fillSignIn, freshOtp, inFront, PASSWORD, rows, signIn, test } from './support/portal.ts'
import { inDatabase } from './support/server.ts'

const NEW = 'Trâu7-gặm@cỏ'
const unique = () => `${Date.now() % 10_000_000}`.padStart(7, '0')

const otpNow = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000), period: 30, digits: 6 })

const mailbox = (page: Page) => page.getByRole('dialog', { name: /^(Hộp thư của bản trình diễn|Mailbox of the demo)$/ })

/** The newest mail of the demo's mailbox under a subject, opened from a page before the sign-in. */
async function openMail(page: Page, subject: string, recipient: string) {
  await page.getByRole('button', { name: /^(Bản trình diễn: mở hộp thư|Demo: open the mailbox)/ }).click()
  const mail = mailbox(page).getByRole('article').filter({ hasText: subject }).filter({ hasText: recipient }).first()
  await expect(mail).toBeVisible()
  return mail
}

/** Gives an account of the demo the password of all of them back, whatever a test has made of it. */
async function restorePassword(account: string): Promise<void> {
  await inDatabase(
    `update iam.credential set must_change = false, password_hash = (select c.password_hash from iam.credential c join iam.user_account u on u.id = c.user_id where u.account = 'ketoan')
     where user_id = (select id from iam.user_account where account = $1)`,
    [account],
  )
  await inDatabase("delete from iam.login_counter where kind in ('MAIL', 'PASSWORD')")
}

test('a new colleague asks for an account, an administrator approves, and the first sign-in enrols the authenticator', async ({ page, quiet }) => {
  test.setTimeout(180_000)
  quiet.expects(403, 409, 422)
  const number = unique()
  const account = `moi.${number}`
  const email = `${account}@buutram.vn`

  await test.step('what is wrong is said at its field; the request is sent', async () => {
    await page.goto('/auth/login')
    await page.getByRole('link', { name: 'Đăng ký tài khoản' }).click()
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
    await expect(page.getByText('Trường bắt buộc nhập')).toHaveCount(6)
    await inspect(page, 'register', { language: 'vi', theme: 'light' })
    await page.getByLabel('Họ và tên').fill('Nguyễn Văn Mới')
    await page.getByLabel('Tài khoản').fill('ketoan')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Số điện thoại').fill('12')
    await page.getByLabel('Mã đơn vị').fill('KHONG-CO')
    await page.getByLabel('Vai trò').selectOption('Giao dịch viên')
    await expect(page.getByText('Số điện thoại nhập sai định dạng')).toBeVisible()
    await page.getByLabel('Số điện thoại').fill(`091${number}`)
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
    await expect(page.getByText('Không có đơn vị đang hoạt động với mã này')).toBeVisible()
    await page.getByLabel('Mã đơn vị').fill('TCT')
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
    await expect(page.getByText('Giá trị đã tồn tại')).toBeVisible()
    await page.getByLabel('Tài khoản').fill(account)
    await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
    await expect(page.getByRole('status')).toContainText(email)
  })

  await test.step('the administrator sees who asks and approves', async () => {
    await signIn(page, 'admin', 'O2O_CRM')
    await page.goto(`/crm/approvals?box=TO_DECIDE&subjectCode=${account}`)
    await expect(rows(page)).toHaveCount(1)
    await inFront(page).getByRole('button', { name: account, exact: true }).click()
    const drawer = page.locator('.ant-drawer-open, .ant-drawer-content').last()
    await expect(drawer.getByText(email)).toBeVisible()
    await drawer.getByRole('button', { name: 'Duyệt', exact: true }).click()
    await page.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(page.getByText(`Đã duyệt yêu cầu ${account}`)).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  })

  await test.step('the mail leads to the first password', async () => {
    await page.goto('/auth/login')
    const mail = await openMail(page, 'Tài khoản của bạn đã được duyệt', email)
    await mail.getByRole('link').click()
    await expect(page.getByText(`Đặt mật khẩu đầu tiên cho tài khoản ${account}.`)).toBeVisible()
    await page.getByLabel('Mật khẩu mới', { exact: true }).fill('12345678')
    await page.getByLabel('Nhập lại mật khẩu mới').fill(NEW)
    await expect(page.getByText('Mật khẩu tối thiểu 8 ký tự, gồm chữ hoa')).toBeVisible()
    await page.getByLabel('Mật khẩu mới', { exact: true }).fill(NEW)
    await inspect(page, 'confirm-password', { language: 'vi', theme: 'light' })
    await page.getByRole('button', { name: 'Đặt mật khẩu' }).click()
    await expect(page.getByRole('status')).toHaveText('Mật khẩu đã được đặt. Hãy đăng nhập.')
  })

  await test.step('a code by e-mail, then the authenticator, then the portal', async () => {
    await fillSignIn(page, { account, password: NEW, otp: '000000' })
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
    await expect(page.getByText('Mã xác nhận đã được gửi tới m***@buutram.vn')).toBeVisible()
    const mail = await openMail(page, 'Mã xác nhận đăng ký ứng dụng xác thực', email)
    const code = /^\d{6}$/m.exec((await mail.locator('.bt-mail-text').textContent()) ?? '')?.[0] ?? ''
    await mailbox(page)
      .getByRole('button', { name: /Close|Đóng/ })
      .click()
    await expect(mailbox(page)).toBeHidden()
    await page.getByLabel('Mã xác nhận').fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await expect(page.getByText('Mã xác nhận không đúng')).toBeVisible()
    await page.getByLabel('Mã xác nhận').fill(code)
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await expect(page.getByRole('img', { name: 'Mã QR để đăng ký ứng dụng xác thực' })).toBeVisible()
    await inspect(page, 'enrolment', { language: 'vi', theme: 'light' })
    const secret = (await page.locator('code').textContent())?.trim() ?? ''
    await page.getByLabel('Mã OTP').fill(otpNow(secret))
    await page.getByRole('button', { name: 'Xác nhận và đăng nhập' }).click()
    await expect(page.getByRole('button', { name: /Nguyễn Văn Mới/ })).toBeVisible()
  })
})

test('a forgotten password is set anew through the mail, in English', async ({ page, quiet }) => {
  quiet.expects(401, 410)
  const account = 'tinh79'
  const email = `${account}@buutram.example`
  await inDatabase('update iam.user_account set email = $2 where account = $1', [account, email])
  try {
    await page.goto('/auth/login')
    await chooseLanguage(page, 'EN')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('The account is required')).toBeVisible()
    await inspect(page, 'forgot-password', { language: 'en', theme: 'light' })
    await page.getByLabel('Account').fill(account)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status')).toContainText('If the account exists')
    const mail = await openMail(page, 'Set a new password', email)
    await mail.getByRole('link').click()
    const link = page.url()
    await page.getByLabel('New password', { exact: true }).fill(NEW)
    await page.getByLabel('Repeat the new password').fill('Other7@pass')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByText('It does not match the new password')).toBeVisible()
    await page.getByLabel('Repeat the new password').fill(NEW)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByRole('status')).toHaveText('The password is set. Please sign in.')
    // The link is spent, and the new password alone opens nothing.
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('The link has ended or has been used')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    const enter = async (otp: string) => {
      await page.getByLabel('Account', { exact: true }).fill(account)
      await page.getByLabel('Password', { exact: true }).fill(NEW)
      await page.getByLabel('OTP').fill(otp)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await enter('000000')
    await expect(page.getByRole('alert')).toHaveText('The account or the password is not valid')
    await enter(await freshOtp(page, account))
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  } finally {
    await restorePassword(account)
  }
})

test('the password is changed in the profile, other sessions are seen and ended there', async ({ page, browser, quiet }) => {
  test.setTimeout(180_000)
  quiet.expects(401, 422)
  const account = 'tinh92'
  const other = await browser.newContext()
  try {
    const elsewhere = await other.newPage()
    await signIn(elsewhere, account)
    await signIn(page, account)
    await page.locator('.bt-account').click()
    await page.getByRole('menuitem', { name: 'Thông tin cá nhân' }).click()
    const profile = page.getByRole('dialog', { name: 'Thông tin cá nhân' })
    await expect(profile.getByText('Phiên này')).toBeVisible()
    await inspect(page, 'profile', { language: 'vi', theme: 'light' })
    const change = profile.getByRole('button', { name: 'Đổi mật khẩu' })
    await change.click()
    for (const text of ['Mật khẩu cũ là bắt buộc', 'Mật khẩu mới là bắt buộc', 'Nhập lại mật khẩu mới là bắt buộc'])
      await expect(profile.getByText(text, { exact: true })).toBeVisible()
    const fill = async (old: string, next: string, confirm: string) => {
      await profile.getByLabel('Mật khẩu cũ').fill(old)
      await profile.getByLabel('Mật khẩu mới', { exact: true }).fill(next)
      await profile.getByLabel('Nhập lại mật khẩu mới').fill(confirm)
    }
    await fill(PASSWORD, NEW, 'khác')
    await change.click()
    await expect(profile.getByText('Không khớp với mật khẩu mới')).toBeVisible()

    // Closing forgets what was typed.
    await profile.getByRole('button', { name: /Close|Đóng/ }).click()
    await expect(profile).toBeHidden()
    await page.locator('.bt-account').click()
    await page.getByRole('menuitem', { name: 'Thông tin cá nhân' }).click()
    await expect(profile.getByLabel('Mật khẩu cũ')).toHaveValue('')

    // Another session is ended from here.
    await profile.getByRole('button', { name: 'Kết thúc', exact: true }).first().click()
    await page.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(page.getByText('Đã kết thúc phiên đăng nhập')).toBeVisible()
    await elsewhere.reload()
    await expect(elsewhere.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible()

    await fill(PASSWORD, NEW, NEW)
    await change.click()
    await expect(page.getByText('Bạn có chắc chắn muốn đổi mật khẩu?')).toBeVisible()
    await page.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(page.getByText('Đổi mật khẩu thành công')).toBeVisible()
    await expect(profile).toBeHidden()
  } finally {
    await other.close()
    await restorePassword(account)
  }
})
