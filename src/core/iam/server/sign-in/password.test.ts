import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changePassword } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD } from '#core/iam/contract/sign-in/demo.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { type Browser, demoOtpOf } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'
import { weaknessOf } from './common-passwords.ts'

const NEW = 'Sông-Hồng_chảy7'

let iam: IamApp
let ketoan: Browser
/** Only for what asks the application: a world a password would cost a second each. */
function eachWithApp(): void {
  beforeEach(async () => {
    iam = await iamApp()
    ketoan = await iam.signedIn('ketoan')
  })
  afterEach(() => iam.close())
}

const change = (browser: Browser, oldPassword: string, newPwd: string, language: 'vi' | 'en' = 'vi') =>
  browser.call(changePassword, { oldPassword, newPwd }, { language })
const again = async (password: string): Promise<number> => {
  iam.clock.advance(30_000)
  return (await iam.browser().signIn({ account: 'ketoan', password, otp: demoOtpOf(iam.runtime, 'ketoan') })).status
}

describe('changing the own password', () => {
  eachWithApp()

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

  it('locks after five wrong old ones, and keeps count although the calls fail', async () => {
    for (let time = 0; time < 5; time++) expect((await change(ketoan, `wrong${time}`, NEW)).code).toBe('IAM-007')
    expect(await change(ketoan, DEMO_PASSWORD, NEW)).toMatchObject({ status: 429, code: 'IAM-002' })
    iam.clock.advance(60_000)
    expect((await change(ketoan, DEMO_PASSWORD, NEW)).status).toBe(200)
  })

  it('refuses the same one, a common one and a weak one, in words', async () => {
    expect((await change(ketoan, DEMO_PASSWORD, DEMO_PASSWORD)).code).toBe('IAM-009')
    expect(await change(ketoan, DEMO_PASSWORD, 'P@ssw0rd123', 'en')).toMatchObject({
      code: 'IAM-008',
      errors: [{ field: 'newPwd', message: iamErrors.commonPassword.en }],
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

describe('a password that is guessed among the first', () => {
  const about = { account: 'lan.nguyen', fullName: 'Nguyễn Thị Lan' }
  const { commonPassword, leakedPassword, passwordHasAccount, passwordWalk } = iamErrors
  it.each([
    ['Password@123', commonPassword],
    ['P@ssw0rd!', commonPassword],
    ['Admin@2026', commonPassword],
    ['Matkhau@123', commonPassword],
    ['Mậtkhẩu@123', commonPassword],
    ['Vietnam@2026', commonPassword],
    ['VietnamHanoi#1', commonPassword],
    ['Iloveyou1!', commonPassword],
    ['AAAaaa111', commonPassword],
    ['Buudien@1', commonPassword],
    ['Lan@2026!', commonPassword],
    ['NguyenThiLan@1', commonPassword],
    ['Lan.Nguyen1', passwordHasAccount],
    ['7@LANnguyen-x', passwordHasAccount],
    ['xx_Lan-Nguyễn9', passwordHasAccount],
    ['Qwerty@123', passwordWalk],
    ['1qaz2wsx', passwordWalk],
    ['1qaz@WSX', passwordWalk],
    ['!QAZ2wsx', passwordWalk],
    ['123456aA!', passwordWalk],
    ['Aa123456!', passwordWalk],
    ['Aa@123456', passwordWalk],
    ['Abc@12345', passwordWalk],
    ['1234Abcd!', passwordWalk],
    ['Zxcvbn-9Kd', passwordWalk],
    ['Kd9-7654321', passwordWalk],
    ['Charlie@2026', leakedPassword],
    ['Elizabeth#77', leakedPassword],
  ])('%s is refused with the reason', async (password, why) => {
    expect(await weaknessOf(password, about)).toBe(why)
  })
  it.each([NEW, 'Trâu7-gặm@cỏ', 'xK9#mQ2$vL', 'Ba-con-vịt-5-cái-cầu', 'Rk@77mitT3', 'Đò-sang-ngang_8h', 'Chợ-nổi.Cái.Răng-4h'])(
    '%s is not',
    async (password) => {
      expect(await weaknessOf(password, about)).toBeUndefined()
    },
  )
})

describe('a password that is refused', () => {
  eachWithApp()

  it('says so at its field in the language of the caller', async () => {
    for (const [password, { vi, en }] of [
      ['Ketoan-x7!k', iamErrors.passwordHasAccount],
      ['1qaz@WSX', iamErrors.passwordWalk],
      ['Charlie@2026', iamErrors.leakedPassword],
    ] as const) {
      expect((await change(ketoan, DEMO_PASSWORD, password)).errors).toEqual([expect.objectContaining({ field: 'newPwd', message: vi })])
      expect((await change(ketoan, DEMO_PASSWORD, password, 'en')).errors).toEqual([expect.objectContaining({ field: 'newPwd', message: en })])
    }
  })
})
