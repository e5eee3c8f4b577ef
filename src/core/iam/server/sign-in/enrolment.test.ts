import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, changePassword, type Enrolment, enrolTotp, FIRST_SIGN_IN_OTP, userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { isDateOnly } from '#kernel/dates.ts'
import type { Browser } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'
import { createFirstAdministrator } from './administrator.ts'
import { otpAt, stepOf } from './totp.ts'

let iam: IamApp
let password: string
let browser: Browser
beforeEach(async () => {
  iam = await iamApp({ config: { demo: false, production: true } })
  await iam.runtime.db.deleteFrom('iam.user_account').execute()
  const first = await iam.runtime.db.transaction().execute((tx) => createFirstAdministrator(tx, iam.runtime))
  expect(first?.account).toBe('admin')
  password = first?.password as string
  browser = iam.browser()
})
afterEach(() => iam.close())

const firstSignIn = (given: { password?: string; otp?: string } = {}) =>
  browser.signIn({ account: 'admin', password, otp: FIRST_SIGN_IN_OTP, clientId: 'O2O_CRM', ...given })
type Free = Pick<Enrolment, 'ticket' | 'expiresAt'> & Authenticator
/** The first administrator needs no code before the authenticator. */
const free = (data: unknown): Free => {
  const enrolment = data as Enrolment
  expect(enrolment.sentTo).toBeNull()
  return { ...enrolment, ...(enrolment.authenticator as Authenticator) }
}
const enrolmentOf = async (): Promise<Free> => free((await firstSignIn()).data)
const codeOf = (enrolment: Free, steps = 0) => otpAt(enrolment.secret, stepOf(iam.clock.now()) + steps)
const wrongCode = (enrolment: Free) => (codeOf(enrolment) === '111111' || codeOf(enrolment, -1) === '111111' ? '222222' : '111111')

describe('the first administrator', () => {
  it('is made once, with a password that meets the rules', async () => {
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[@#%+=?]).{16}$/)
    expect(await iam.runtime.db.transaction().execute((tx) => createFirstAdministrator(tx, iam.runtime))).toBeUndefined()
  })

  it('enrols an authenticator, must change the password, and then may do everything', async () => {
    const answer = await firstSignIn()
    expect(answer).toMatchObject({ status: 403, code: 'IAM-003' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const enrolment = free(answer.data)
    expect(enrolment.otpauthUri).toMatch(/^otpauth:\/\/totp\/B%C6%AFU%20TR%E1%BA%A0M:admin\?secret=[A-Z2-7]{32}&/)
    expect(enrolment.otpauthUri).toContain(enrolment.secret)
    expect(isDateOnly(enrolment.expiresAt.slice(0, 10))).toBe(true)
    const done = await browser.call(enrolTotp, { ticket: enrolment.ticket, otp: codeOf(enrolment) })
    expect(done.status).toBe(200)
    browser.tokens = done.data?.tokenData

    expect((await browser.call(userInfo, {})).data).toMatchObject({ mustChangePassword: true, authorization: [] })
    expect((await browser.call(whoAmI, {})).code).toBe('IAM-020')
    expect((await browser.call(changePassword, { oldPassword: password, newPwd: 'Trâu7-gặm@cỏ' })).status).toBe(200)
    expect((await browser.call(whoAmI, {})).data).toEqual({ account: 'admin', clientId: 'O2O_CRM' })
    expect((await browser.call(searchUnits, {})).data?.map((unit) => unit.level)).toEqual(['HEAD_OFFICE'])

    // From now on as everybody: the enrolment code is used up, the next one is good.
    expect((await firstSignIn({ password: 'Trâu7-gặm@cỏ' })).code).toBe('IAM-001')
    expect((await firstSignIn({ password: 'Trâu7-gặm@cỏ', otp: codeOf(enrolment) })).code).toBe('IAM-001')
    iam.clock.advance(30_000)
    expect((await firstSignIn({ password: 'Trâu7-gặm@cỏ', otp: codeOf(enrolment) })).status).toBe(200)
  })
})

describe('a ticket', () => {
  it('is given for the right password only', async () => {
    expect(await firstSignIn({ password: 'wrong' })).toMatchObject({ status: 401, code: 'IAM-001', data: null })
    expect(await iam.runtime.db.selectFrom('iam.enrolment').select('user_id').execute()).toEqual([])
  })

  it('takes five wrong codes, then it is over', async () => {
    const enrolment = await enrolmentOf()
    for (let time = 0; time < 5; time++) expect((await browser.call(enrolTotp, { ticket: enrolment.ticket, otp: wrongCode(enrolment) })).code).toBe('IAM-006')
    expect((await browser.call(enrolTotp, { ticket: enrolment.ticket, otp: codeOf(enrolment) })).code).toBe('IAM-005')
  })

  it('ends after a quarter of an hour, with a newer one, and with its use', async () => {
    const first = await enrolmentOf()
    const second = await enrolmentOf()
    expect((await browser.call(enrolTotp, { ticket: first.ticket, otp: codeOf(first) })).code).toBe('IAM-005')
    iam.clock.advance(15 * 60_000)
    expect((await browser.call(enrolTotp, { ticket: second.ticket, otp: codeOf(second) })).code).toBe('IAM-005')
    const third = await enrolmentOf()
    const replies = await Promise.all(Array.from({ length: 8 }, () => iam.browser().call(enrolTotp, { ticket: third.ticket, otp: codeOf(third) })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect((await browser.call(enrolTotp, { ticket: 'made up', otp: '123456' })).code).toBe('IAM-005')
  })
})
