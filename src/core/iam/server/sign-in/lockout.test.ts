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

/** An address of its own, so that only the account is counted. */
const elsewhere = () => iam.browser({ ip: `10.9.${lastAddress >> 8}.${lastAddress++ & 255}` })
const fail = (account: string) => elsewhere().signIn({ account, password: 'wrong', otp: '000000' })
const fails = async (account: string, times: number): Promise<string[]> => {
  const codes: string[] = []
  for (let time = 0; time < times; time++) codes.push((await fail(account)).code)
  return codes
}

describe('an account', () => {
  it('locks after five failures, for the right password too, and opens again by itself', async () => {
    expect(await fails('ketoan', 5)).toEqual(new Array(5).fill('IAM-001'))
    const locked = await elsewhere().signIn({ account: 'KETOAN' }, { language: 'vi' })
    expect(locked).toMatchObject({ status: 429, code: 'IAM-002', message: 'Đăng nhập sai quá nhiều lần, vui lòng thử lại sau 1 phút' })
    iam.clock.advance(MINUTE - 1)
    expect((await elsewhere().signIn({ account: 'ketoan' })).code).toBe('IAM-002')
    iam.clock.advance(1)
    expect((await elsewhere().signIn({ account: 'ketoan' })).status).toBe(200)
  })

  it('stays locked longer with each further failure: 1, 2, 4, 8, 15, then 30 minutes', async () => {
    await fails('ketoan', 5)
    for (const minutes of [1, 2, 4, 8, 15, 30, 30]) {
      const answer = await elsewhere().signIn({ account: 'ketoan' }, { language: 'en' })
      expect(answer.message).toContain(minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`)
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
    expect((await elsewhere().signIn({ account: 'ketoan' })).status).toBe(200)
    expect(await fails('ketoan', 4)).not.toContain('IAM-002')
    iam.clock.advance(61 * MINUTE)
    expect(await fails('ketoan', 4)).not.toContain('IAM-002')
    expect((await elsewhere().signIn({ account: 'ketoan' })).status).toBe(200)
  })

  it('is guessed five times, not more, by any number of simultaneous attempts', async () => {
    const codes = await Promise.all(Array.from({ length: 30 }, () => fail('ketoan').then((reply) => reply.code)))
    expect(codes.filter((code) => code === 'IAM-001')).toHaveLength(5)
    expect(codes.filter((code) => code === 'IAM-002')).toHaveLength(25)
  })
})

/** Fails once at this address. */
const failAt = (ip: string, account: string) => iam.browser({ ip }).signIn({ account, password: 'wrong', otp: '000000' })
const OFFICE = '203.0.113.7'
/** Names that may fail from an address that nobody is known at. */
const SHARE = 100

describe('an address', () => {
  /** Tries names that do not exist until the address has had its share. */
  const exhaust = async (ip: string) => {
    const codes = await Promise.all(Array.from({ length: SHARE + 5 }, (_, at) => failAt(ip, `nobody.${at}`).then(({ code }) => code)))
    expect(codes.filter((code) => code === 'IAM-001')).toHaveLength(SHARE)
    expect(codes.filter((code) => code === 'IAM-002')).toHaveLength(5)
  }

  it('that has had its share refuses strangers for half an hour, one try at a time after that, and nobody who has signed in from it', async () => {
    expect((await iam.browser({ ip: OFFICE }).signIn({ account: 'ketoan' })).status).toBe(200)
    iam.clock.advance(MINUTE)
    for (let at = 0; at < 8; at++) expect((await failAt(OFFICE, `typo.${at}`)).code).toBe('IAM-001')
    await exhaust(OFFICE)
    // In a browser that nothing is known of.
    expect((await iam.browser({ ip: OFFICE }).signIn({ account: 'ketoan' })).status).toBe(200)
    expect((await iam.browser({ ip: OFFICE }).signIn({ account: 'kiemsoat' })).code).toBe('IAM-002')
    expect((await iam.browser({ ip: '203.0.113.8' }).signIn({ account: 'kiemsoat' })).status).toBe(200)
    iam.clock.advance(30 * MINUTE)
    expect((await failAt(OFFICE, 'nobody.again')).code).toBe('IAM-001')
    expect((await iam.browser({ ip: OFFICE }).signIn({ account: 'admin' })).code).toBe('IAM-002')
    iam.clock.advance(30 * MINUTE)
    expect((await iam.browser({ ip: OFFICE }).signIn({ account: 'admin' })).status).toBe(200)
  })

  it('answers wrong guesses at people it knows like those at names that do not exist, before its share is used up and after', async () => {
    expect((await iam.browser({ ip: OFFICE }).signIn({ account: 'ketoan' })).status).toBe(200)
    iam.clock.advance(MINUTE)
    const answers = async (account: string) => {
      const seen: string[] = []
      for (let time = 0; time < 7; time++) {
        const { traceId: _trace, headers, ...reply } = await failAt(OFFICE, account)
        seen.push(JSON.stringify([reply, headers['retry-after']]))
      }
      return seen
    }
    const before = await answers('ketoan')
    expect(await answers('nobody.before')).toEqual(before)
    for (let at = 0; at < 8; at++) await failAt(OFFICE, `typo.${at}`)
    await Promise.all(Array.from({ length: SHARE }, (_, at) => failAt(OFFICE, `nobody.${at}`)))
    iam.clock.advance(10 * MINUTE)
    const after = await answers('ketoan')
    expect(await answers('nobody.before')).toEqual(after)
    expect(after.every((answer) => answer.includes('IAM-002'))).toBe(true)
  })

  it('of version 6 counts by its network of 64 bits', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2::ffff'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect(addressKey('::1')).toBe(addressKey('0:0:0:0:0:0:0:1'))
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1')
  })
})

describe('a device that a person has signed in from', () => {
  it('is never shut by wrong guesses from elsewhere', async () => {
    const own = iam.browser({ ip: '198.51.100.1' })
    expect((await own.signIn({ account: 'ketoan' })).status).toBe(200)
    for (let round = 0; round < 3; round++) {
      iam.clock.advance(31 * MINUTE)
      expect(await fails('ketoan', 6)).toContain('IAM-002')
      expect((await elsewhere().signIn({ account: 'ketoan' })).code).toBe('IAM-002')
      // The same device on the road, at an address that nobody is known at.
      const onTheRoad = elsewhere()
      onTheRoad.cookies = { ...own.cookies }
      expect((await onTheRoad.signIn({ account: 'ketoan' })).status).toBe(200)
    }
  })

  it('counts its own guesses, and locks for that person alone', async () => {
    const shared = elsewhere()
    for (const account of ['ketoan', 'kiemsoat']) expect((await shared.signIn({ account })).status).toBe(200)
    iam.clock.advance(MINUTE)
    const codes: string[] = []
    for (let time = 0; time < 6; time++) codes.push((await shared.signIn({ account: 'ketoan', password: 'wrong' })).code)
    expect(codes).toEqual([...new Array(5).fill('IAM-001'), 'IAM-002'])
    expect((await shared.signIn({ account: 'ketoan' })).code).toBe('IAM-002')
    expect((await shared.signIn({ account: 'kiemsoat' })).status).toBe(200)
    expect((await elsewhere().signIn({ account: 'ketoan' })).status).toBe(200)
    iam.clock.advance(MINUTE)
    expect((await shared.signIn({ account: 'ketoan' })).status).toBe(200)
  })

  it('is known for whom it was sealed, and for half a year', async () => {
    const own = elsewhere()
    expect((await own.signIn({ account: 'ketoan' })).status).toBe(200)
    const device = own.cookies['__Host-device'] ?? ''
    iam.clock.advance(MINUTE)
    for (const account of ['kiemsoat', 'ketoan']) await fails(account, 6)
    const flipped = Buffer.from(device, 'base64url')
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1
    const withCookie = async (cookie: string, account: string) => {
      const thief = elsewhere()
      thief.cookies = { '__Host-device': cookie }
      return (await thief.signIn({ account })).code
    }
    expect(await withCookie(device, 'kiemsoat')).toBe('IAM-002')
    expect(await withCookie(flipped.toString('base64url'), 'ketoan')).toBe('IAM-002')
    expect(await withCookie('x'.repeat(5000), 'ketoan')).toBe('IAM-002')
    expect(await withCookie(device, 'ketoan')).toBe('API000')
    iam.clock.advance(181 * 24 * 60 * MINUTE)
    await fails('ketoan', 6)
    expect(await withCookie(device, 'ketoan')).toBe('IAM-002')
  })
})

it('the clean-up forgets old counters, names and places, and keeps those that still count', async () => {
  await fails('ketoan', 4)
  expect((await elsewhere().signIn({ account: 'kiemsoat' })).status).toBe(200)
  const { db } = iam.runtime
  const count = async () => ({
    counters: (await db.selectFrom('iam.login_counter').select('kind').where('kind', '=', 'ACCOUNT').execute()).length,
    names: (await db.selectFrom('iam.address_failure').select('failed_at').execute()).length,
    places: (await db.selectFrom('iam.known_address').select('last_at').execute()).length,
  })
  await cleanUp(iam.runtime)
  expect(await count()).toEqual({ counters: 1, names: 4, places: 1 })
  iam.clock.advance(25 * 60 * MINUTE)
  await cleanUp(iam.runtime)
  expect(await count()).toEqual({ counters: 0, names: 0, places: 1 })
  iam.clock.advance(90 * 24 * 60 * MINUTE)
  await cleanUp(iam.runtime)
  expect(await count()).toEqual({ counters: 0, names: 0, places: 0 })
})
