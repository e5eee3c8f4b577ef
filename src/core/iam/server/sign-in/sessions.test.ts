import { afterEach, beforeEach, expect, it } from 'vitest'
import { confirmEnrolment, type Enrolment, FIRST_SIGN_IN_OTP } from '#core/iam/contract/sign-in/auth.ts'
import { issueEnrolmentCode, mySessions, revokeMySession, revokeUserSessions, userSessions } from '#core/iam/contract/sign-in/sessions.ts'
import { type TestApp, type TestClock, testApp, testClock } from '../../../../../test/app.ts'
import type { Browser } from '../../../../../test/browser.ts'
import { browser } from '../../../../../test/browser.ts'

let clock: TestClock
let portal: TestApp
beforeEach(async () => {
  clock = testClock()
  portal = await testApp({ clock })
})
afterEach(() => portal.close())

async function enter(account: string): Promise<Browser> {
  clock.advance(30_000)
  const one = browser(portal.app, portal.runtime)
  expect((await one.signIn({ account })).status).toBe(200)
  return one
}
const idOf = async (account: string) =>
  (await portal.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id

it('one’s own sessions are listed and ended, except the one that asks', async () => {
  const first = await enter('ketoan')
  const second = await enter('ketoan')
  const { data: listed } = await second.call(mySessions, {})
  expect(listed?.map((one) => one.current)).toEqual([true, false])
  expect(listed?.[1]).toMatchObject({ clientId: 'PP_QR', ip: '127.0.0.1' })
  const [current, other] = listed ?? []
  expect((await second.call(revokeMySession, { sid: current?.sid ?? '' })).code).toBe('IAM-015')
  expect((await second.call(revokeMySession, { sid: crypto.randomUUID() })).status).toBe(404)
  // Somebody else's is as if there were none.
  const stranger = await enter('kiemsoat')
  expect((await stranger.call(revokeMySession, { sid: other?.sid ?? '' })).status).toBe(404)
  expect((await first.info()).status).toBe(200)
  expect((await second.call(revokeMySession, { sid: other?.sid ?? '' })).status).toBe(200)
  expect((await first.info()).code).toBe('JWT-001')
  expect((await first.refresh()).code).toBe('KC-003')
  expect((await second.call(mySessions, {})).data).toHaveLength(1)
})

it('an administrator ends one session of a user, or all; others may not', async () => {
  const userId = await idOf('giaodichvien')
  const sessions = [await enter('giaodichvien'), await enter('giaodichvien'), await enter('giaodichvien')]
  const as = { as: 'admin', clientId: 'PP_SYS' } as const
  expect((await portal.call(userSessions, { userId }, { as: 'ketoan' })).status).toBe(403)
  expect((await portal.call(revokeUserSessions, { userId }, { as: 'ketoan' })).status).toBe(403)
  const { data: listed } = await portal.call(userSessions, { userId }, as)
  expect(listed).toHaveLength(3)
  expect((await portal.call(revokeUserSessions, { userId, sid: listed?.[0]?.sid ?? '' }, as)).data).toEqual({ ended: 1 })
  expect((await Promise.all(sessions.map((one) => one.info()))).map((reply) => reply.status).sort()).toEqual([200, 200, 401])
  expect((await portal.call(revokeUserSessions, { userId }, as)).data).toEqual({ ended: 2 })
  expect((await Promise.all(sessions.map((one) => one.info()))).map((reply) => reply.code)).toEqual(new Array(3).fill('JWT-001'))
  expect((await portal.call(userSessions, { userId: '999999' }, as)).status).toBe(404)
  // Nor those of people elsewhere, whatever one's rights.
  const { pool } = portal.runtime
  await pool.query("insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'")
  await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
  const local = { as: 'tinh01', clientId: 'PP_SYS' } as const
  for (const [account, status] of [
    ['tinh79', 404],
    ['admin', 404],
    ['giaodichvien', 200],
  ] as const) {
    expect((await portal.call(userSessions, { userId: await idOf(account) }, local)).status, account).toBe(status)
    expect((await portal.call(revokeUserSessions, { userId: await idOf(account) }, local)).status, account).toBe(status)
  }
})

it('who has no e-mail address sets up the authenticator with a code from an administrator, good once', async () => {
  const userId = await idOf('tinh01')
  const as = { as: 'admin', clientId: 'PP_SYS' } as const
  expect((await portal.call(issueEnrolmentCode, { userId }, as)).code).toBe('IAM-014')
  await portal.runtime.db.deleteFrom('iam.totp').where('user_id', '=', userId).execute()
  await portal.runtime.db.updateTable('iam.user_account').set({ email: '' }).where('id', '=', userId).execute()
  const person = browser(portal.app, portal.runtime)
  const start = async () => {
    const answer = await person.signIn({ account: 'tinh01', otp: FIRST_SIGN_IN_OTP })
    expect(answer).toMatchObject({ code: 'IAM-003', data: { sentTo: null, authenticator: null } })
    return (answer.data as unknown as Enrolment).ticket
  }
  const ticket = await start()
  expect((await person.call(confirmEnrolment, { ticket, code: '12345678' })).code).toBe('IAM-011')
  const { data: issued } = await portal.call(issueEnrolmentCode, { userId }, as)
  expect(issued?.code).toMatch(/^\d{8}$/)
  expect((await person.call(confirmEnrolment, { ticket, code: issued?.code ?? '' })).data?.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect((await person.call(confirmEnrolment, { ticket: await start(), code: issued?.code ?? '' })).code).toBe('IAM-011')
  // A day later a new one would be needed.
  const { data: late } = await portal.call(issueEnrolmentCode, { userId }, as)
  clock.advance(24 * 3_600_000)
  expect((await person.call(confirmEnrolment, { ticket: await start(), code: late?.code ?? '' })).code).toBe('IAM-011')
})
