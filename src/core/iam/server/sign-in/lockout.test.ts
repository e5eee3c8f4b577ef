import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressKey } from '#platform/server/http/address.ts'
import { type IamApp, iamApp } from '../../../../../test/iam.ts'
import { cleanUp } from './housekeeping.ts'

const MINUTE = 60_000

let iam: IamApp
let lastAddress = 0
beforeEach(async () => {
  iam = await iamApp()
})
afterEach(() => iam.close())

/** Fails once from an address of its own, so that only the account is counted. */
const fail = (account: string) => iam.browser({ ip: `10.9.${lastAddress >> 8}.${lastAddress++ & 255}` }).signIn({ account, password: 'wrong', otp: '000000' })
const fails = async (account: string, times: number): Promise<string[]> => {
  const codes: string[] = []
  for (let time = 0; time < times; time++) codes.push((await fail(account)).code)
  return codes
}

describe('an account', () => {
  it('locks after five failures, for the right password too, and opens again by itself', async () => {
    expect(await fails('ketoan', 5)).toEqual(new Array(5).fill('IAM-001'))
    const locked = await iam.browser().signIn({ account: 'KETOAN' }, { language: 'vi' })
    expect(locked).toMatchObject({ status: 429, code: 'IAM-002', message: 'Đăng nhập sai quá nhiều lần, vui lòng thử lại sau 1 phút' })
    iam.clock.advance(MINUTE - 1)
    expect((await iam.browser().signIn({ account: 'ketoan' })).code).toBe('IAM-002')
    iam.clock.advance(1)
    expect((await iam.browser().signIn({ account: 'ketoan' })).status).toBe(200)
  })

  it('stays locked longer with each further failure: 1, 2, 4, 8, 15, then 30 minutes', async () => {
    await fails('ketoan', 5)
    for (const minutes of [1, 2, 4, 8, 15, 30, 30]) {
      const answer = await iam.browser().signIn({ account: 'ketoan' }, { language: 'en' })
      expect(answer.message).toContain(`in ${minutes} minutes`)
      iam.clock.advance(minutes * MINUTE - 1)
      expect((await fail('ketoan')).code, `${minutes} minutes are not over`).toBe('IAM-002')
      iam.clock.advance(1)
      expect((await fail('ketoan')).code, `${minutes} minutes are over`).toBe('IAM-001')
    }
  })

  it('that does not exist locks the same way', async () => {
    expect(await fails('nobody', 6)).toEqual([...new Array(5).fill('IAM-001'), 'IAM-002'])
  })

  it('starts from zero after a success, and after an hour without a failure', async () => {
    await fails('ketoan', 4)
    expect((await iam.browser().signIn({ account: 'ketoan' })).status).toBe(200)
    expect(await fails('ketoan', 4)).not.toContain('IAM-002')
    iam.clock.advance(61 * MINUTE)
    expect(await fails('ketoan', 4)).not.toContain('IAM-002')
    expect((await iam.browser().signIn({ account: 'ketoan' })).status).toBe(200)
  })

  it('is guessed five times, not more, by any number of simultaneous attempts', async () => {
    const codes = await Promise.all(Array.from({ length: 30 }, () => fail('ketoan').then((reply) => reply.code)))
    expect(codes.filter((code) => code === 'IAM-001')).toHaveLength(5)
    expect(codes.filter((code) => code === 'IAM-002')).toHaveLength(25)
  })
})

describe('an address', () => {
  it('locks after failures on five accounts, for everybody there and nobody elsewhere', async () => {
    const attacker = iam.browser({ ip: '203.0.113.7' })
    for (const account of ['a11', 'a22', 'a33', 'a44', 'a55'])
      expect((await attacker.signIn({ account, password: 'wrong', otp: '000000' })).code).toBe('IAM-001')
    expect((await iam.browser({ ip: '203.0.113.7' }).signIn({ account: 'ketoan' })).code).toBe('IAM-002')
    expect((await iam.browser({ ip: '203.0.113.8' }).signIn({ account: 'ketoan' })).status).toBe(200)
    iam.clock.advance(MINUTE)
    expect((await iam.browser({ ip: '203.0.113.7' }).signIn({ account: 'kiemsoat' })).status).toBe(200)
    // Another account tried: the sixth, two minutes.
    await attacker.signIn({ account: 'a66', password: 'wrong', otp: '000000' })
    iam.clock.advance(MINUTE)
    expect((await iam.browser({ ip: '203.0.113.7' }).signIn({ account: 'admin' })).code).toBe('IAM-002')
    iam.clock.advance(MINUTE)
    expect((await iam.browser({ ip: '203.0.113.7' }).signIn({ account: 'admin' })).status).toBe(200)
  })

  it('forgives people who mistype and then sign in, as a whole office behind one address does', async () => {
    for (const account of ['admin', 'ketoan', 'kiemsoat', 'giaodichvien', 'tinh01', 'doitac']) {
      expect((await iam.browser().signIn({ account, password: 'wrong' })).code).toBe('IAM-001')
      expect((await iam.browser().signIn({ account })).status, account).toBe(200)
    }
  })

  it('of version 6 counts by its network of 64 bits', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2::ffff'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect(addressKey('::1')).toBe(addressKey('0:0:0:0:0:0:0:1'))
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1')
  })
})

it('the clean-up forgets old counters and keeps those that still lock', async () => {
  await fails('ketoan', 4)
  await iam.runtime.db
    .updateTable('iam.login_counter')
    .set({ last_failed_at: new Date(iam.clock.now().getTime() - 3 * 60 * MINUTE) })
    .where('kind', '=', 'ADDRESS')
    .execute()
  await cleanUp(iam.runtime)
  const left = await iam.runtime.db.selectFrom('iam.login_counter').select('kind').execute()
  expect(left).toEqual([{ kind: 'ACCOUNT' }])
})
