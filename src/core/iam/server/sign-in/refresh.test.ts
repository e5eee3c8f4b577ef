import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'

let iam: IamApp
let ketoan: Browser
beforeEach(async () => {
  iam = await iamApp()
  ketoan = await iam.signedIn('ketoan')
})
afterEach(() => iam.close())

const refreshTokenOf = (browser: Browser): string => browser.tokens?.refresh_token as string
const codeOf = async (browser: Browser): Promise<string> => (await browser.call(whoAmI, {})).code
const sessions = () => iam.runtime.db.selectFrom('iam.session').select(['revoked_at', 'revoke_reason']).execute()

describe('a refresh token', () => {
  it('is spent by its use and followed by another', async () => {
    const seen = new Set([refreshTokenOf(ketoan)])
    for (let time = 0; time < 10; time++) {
      expect(await ketoan.refresh()).toMatchObject({ status: 200, data: { access_token: expect.any(String), refresh_token: expect.any(String) } })
      seen.add(refreshTokenOf(ketoan))
      expect(await codeOf(ketoan)).toBe('API000')
    }
    expect(seen.size).toBe(11)
  })

  it('is refused, and not spent, without its cookie or for another sub-system', async () => {
    const thief = iam.browser()
    const stolen = refreshTokenOf(ketoan)
    expect(await thief.refresh(stolen)).toMatchObject({ status: 401, code: 'KC-003', message: 'Phiên đăng nhập hết hạn, vui lòng đăng nhập lại' })
    const other = await iam.signedIn('kiemsoat')
    expect((await other.refresh(stolen)).code).toBe('KC-003')
    expect((await ketoan.refresh(stolen, 'PP_SYS')).code).toBe('KC-003')
    expect((await ketoan.refresh(stolen)).status).toBe(200)
    expect(await codeOf(other)).toBe('API000')
  })

  it('that nobody issued is refused', async () => {
    for (const token of ['x', 'A'.repeat(43), refreshTokenOf(ketoan).slice(1), `${refreshTokenOf(ketoan)}A`])
      expect((await ketoan.refresh(token)).code).toBe('KC-003')
    expect((await ketoan.refresh(refreshTokenOf(ketoan))).status).toBe(200)
  })
})

describe('a spent refresh token that comes back', () => {
  it('ends the whole session, 20 of 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      iam.clock.advance(30_000)
      const browser = await iam.signedIn('kiemsoat')
      const old: string[] = []
      for (let time = 0; time <= round % 4; time++) {
        old.push(refreshTokenOf(browser))
        await browser.refresh()
      }
      iam.clock.advance(11_000)
      const latest = refreshTokenOf(browser)
      expect(await codeOf(browser)).toBe('API000')
      // With its cookie or, stolen, without.
      const replayer = round % 2 === 0 ? browser : iam.browser()
      expect((await replayer.refresh(old[round % old.length])).code).toBe('KC-003')
      expect((await browser.refresh(latest)).code).toBe('KC-003')
      expect(await codeOf(browser)).toBe('JWT-001')
    }
    expect((await sessions()).filter((row) => row.revoke_reason === 'REPLAY')).toHaveLength(20)
    // Nobody else is touched.
    expect(await codeOf(ketoan)).not.toBe('JWT-001')
    const audited = await iam.runtime.db.selectFrom('platform.audit_entry').select('action').where('action', '=', 'iam.refresh-replay').execute()
    expect(audited).toHaveLength(20)
  })
})

describe('a lost answer', () => {
  it('may be asked for once more within ten seconds', async () => {
    const first = refreshTokenOf(ketoan)
    const answered = await ketoan.refresh(first)
    iam.clock.advance(9_999)
    const again = await ketoan.refresh(first)
    expect(again.data?.refresh_token).toBe(answered.data?.refresh_token)
    expect((await ketoan.refresh()).status).toBe(200)
    expect(await codeOf(ketoan)).toBe('API000')
  })

  it.each([
    ['a second time', async (first: string) => void (await ketoan.refresh(first))],
    ['after ten seconds', async () => void iam.clock.advance(10_000)],
    ['when its successor was used', async () => void (await ketoan.refresh())],
  ])('is a replay %s', async (_name, meanwhile) => {
    const first = refreshTokenOf(ketoan)
    await ketoan.refresh(first)
    await meanwhile(first)
    expect((await ketoan.refresh(first)).code).toBe('KC-003')
    expect(await codeOf(ketoan)).toBe('JWT-001')
  })
})

it('ten refreshes at once with one token are at most one use and one repetition, of one and the same successor', async () => {
  for (let round = 0; round < 5; round++) {
    iam.clock.advance(30_000)
    const browser = await iam.signedIn('kiemsoat')
    const first = refreshTokenOf(browser)
    const replies = await Promise.all(Array.from({ length: 10 }, () => browser.refresh(first)))
    const good = replies.filter((reply) => reply.status === 200)
    expect(good.length).toBeGreaterThanOrEqual(1)
    expect(good.length).toBeLessThanOrEqual(2)
    expect(new Set(good.map((reply) => reply.data?.refresh_token)).size).toBe(1)
    expect(replies.filter((reply) => reply.code === 'KC-003')).toHaveLength(10 - good.length)
  }
})

it('tabs that take turns, as the browser makes them, never lose the session', async () => {
  let turn: Promise<unknown> = Promise.resolve()
  const replies: number[] = []
  const tab = () => {
    turn = turn.then(async () => replies.push((await ketoan.refresh()).status))
    return turn
  }
  await Promise.all(Array.from({ length: 50 }, tab))
  expect(replies).toEqual(new Array(50).fill(200))
  expect(await codeOf(ketoan)).toBe('API000')
})
