import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changePassword } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD } from '#core/iam/contract/sign-in/demo.ts'
import { type Browser, demoOtpOf } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'
import { isCommonPassword } from './common-passwords.ts'

const NEW = 'Sông-Hồng_chảy7'

let iam: IamApp
let ketoan: Browser
beforeEach(async () => {
  iam = await iamApp()
  ketoan = await iam.signedIn('ketoan')
})
afterEach(() => iam.close())

const change = (browser: Browser, oldPassword: string, newPwd: string, language: 'vi' | 'en' = 'vi') =>
  browser.call(changePassword, { oldPassword, newPwd }, { language })
const again = async (password: string): Promise<number> => {
  iam.clock.advance(30_000)
  return (await iam.browser().signIn({ account: 'ketoan', password, otp: demoOtpOf(iam.runtime, 'ketoan') })).status
}

describe('changing the own password', () => {
  it('makes the new one good and the old one not, and ends the other sessions only', async () => {
    iam.clock.advance(30_000)
    const elsewhere = await iam.signedIn('ketoan')
    const somebody = await iam.signedIn('kiemsoat')
    expect((await elsewhere.call(whoAmI, {})).code).toBe('API000')
    expect(await change(ketoan, DEMO_PASSWORD, NEW)).toMatchObject({ status: 200, data: null })
    expect((await elsewhere.call(whoAmI, {})).code).toBe('JWT-001')
    expect((await elsewhere.refresh()).code).toBe('KC-003')
    expect((await ketoan.call(whoAmI, {})).code).toBe('API000')
    expect((await somebody.call(whoAmI, {})).code).toBe('API000')
    expect(await again(DEMO_PASSWORD)).toBe(401)
    expect(await again(NEW)).toBe(200)
  })

  it('needs the old one', async () => {
    expect(await change(ketoan, 'wrong', NEW)).toMatchObject({
      status: 422,
      code: 'IAM-007',
      errors: [{ field: 'oldPassword', message: 'Mật khẩu cũ không đúng' }],
    })
    expect(await again(DEMO_PASSWORD)).toBe(200)
  })

  it('locks after five wrong old ones, and that bites although the calls fail', async () => {
    for (let time = 0; time < 5; time++) expect((await change(ketoan, `wrong${time}`, NEW)).code).toBe('IAM-007')
    expect(await change(ketoan, DEMO_PASSWORD, NEW)).toMatchObject({ status: 429, code: 'IAM-002' })
    iam.clock.advance(60_000)
    expect((await change(ketoan, DEMO_PASSWORD, NEW)).status).toBe(200)
  })

  it('refuses the same one, a common one and a weak one, in words', async () => {
    expect((await change(ketoan, DEMO_PASSWORD, DEMO_PASSWORD)).code).toBe('IAM-009')
    expect(await change(ketoan, DEMO_PASSWORD, 'P@ssw0rd123', 'en')).toMatchObject({
      code: 'IAM-008',
      errors: [{ field: 'newPwd', message: 'This password is too common or easy to guess; please choose another one' }],
    })
    for (const weak of ['Ngắn1!', 'chữthường1!', 'CHỮHOA123!', 'KhôngCóSố!!', 'KhongDau123']) {
      const reply = await change(ketoan, DEMO_PASSWORD, weak)
      expect([weak, reply.status, reply.errors?.[0]?.message]).toEqual([
        weak,
        422,
        'Mật khẩu tối thiểu 8 ký tự, gồm chữ hoa, chữ thường, chữ số và ký tự đặc biệt',
      ])
    }
    expect((await change(ketoan, '', NEW)).errors?.[0]?.message).toBe('Mật khẩu cũ là bắt buộc')
    expect((await change(ketoan, DEMO_PASSWORD, '')).errors?.[0]?.message).toBe('Mật khẩu mới là bắt buộc')
    expect(await again(DEMO_PASSWORD)).toBe(200)
  })

  it('takes long passwords and keeps the spaces around them', async () => {
    const long = ` Aa1!${'đ'.repeat(194)} `
    expect((await change(ketoan, DEMO_PASSWORD, long)).status).toBe(200)
    expect(await again(long.trim())).toBe(401)
    expect(await again(long)).toBe(200)
    expect((await change(ketoan, long, `${long}x`)).status).toBe(422)
    expect((await change(ketoan, long, NEW)).status).toBe(200)
  })

  it('of two at once, one wins', async () => {
    const replies = await Promise.all([change(ketoan, DEMO_PASSWORD, NEW), change(ketoan, DEMO_PASSWORD, `${NEW}2`)])
    const [won, lost] = replies.map((reply) => reply.status).sort()
    // Who comes while the other is at it is told to try again; who comes after, that the old password is wrong.
    expect([won, [409, 422].includes(lost ?? 0)]).toEqual([200, true])
  })
})

describe('a common password', () => {
  const about = { account: 'lan.nguyen', fullName: 'Nguyễn Thị Lan' }
  it.each([
    'Password@123',
    'P@ssw0rd!',
    'Admin@2026',
    'Matkhau@123',
    'Mậtkhẩu@123',
    'Qwerty@123',
    'Abc@12345',
    'Aa@123456',
    'Aa123456!',
    'Vietnam@2026',
    'VietnamHanoi#1',
    'Iloveyou1!',
    'AAAaaa111!!!A'.slice(0, 9),
    'Buudien@1',
    '1234Abcd!',
    'Lan@2026!',
    'NguyenThiLan@1',
    'Lan.Nguyen1',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password, about)).toBe(true)
  })
  it.each([NEW, 'Trâu7-gặm@cỏ', 'xK9#mQ2$vL', 'Ba-con-vịt-5-cái-cầu', 'Rk@77mitT3', 'Đò-sang-ngang_8h'])('%s is not', (password) => {
    expect(isCommonPassword(password, about)).toBe(false)
  })
})
