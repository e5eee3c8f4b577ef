import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editUser, resetUserPassword } from '#core/iam/contract/access/users.ts'
import { changePassword, login } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD } from '#core/iam/contract/sign-in/demo.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { checkForgotPw, confirmForgotPw, requestForgotPw, resetPassword } from '#core/iam/contract/sign-in/password.ts'
import { syncPermissions } from '#core/iam/server/public.ts'
import { createLogger } from '#platform/server/logging.ts'
import { demoOtpOf } from '../../../../../test/browser.ts'
import { type IamApp, iamApp } from '../../../../../test/iam.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { linkIn, mailsTo } from '../../../../../test/mails.ts'
import { WORKPLACES } from '../../../../app/applications.ts'
import { askForFirstLink } from './password-links.ts'

const NEW = 'Trâu7-gặm@cỏ'
const EMAIL = 'ketoan@buutram.vn'

let iam: IamApp
let lines: string[]
beforeEach(async () => {
  lines = []
  iam = await iamApp({ log: createLogger('trace', { write: (line: string) => lines.push(line) }) })
  await iam.runtime.db.updateTable('iam.user_account').set({ email: EMAIL }).where('account', '=', 'ketoan').execute()
})
afterEach(() => iam.close())

const jobs = () => runJobs(iam)
const ask = (account: string, ip = '10.7.0.1') => iam.browser({ ip }).call(requestForgotPw, { account }, { language: 'en' })
/** The secret of the newest link that was mailed. */
async function token(account = 'ketoan'): Promise<string> {
  await ask(account)
  await jobs()
  return linkIn((await mailsTo(iam.runtime, EMAIL)).at(-1)?.text ?? '')
}
const confirm = (verified: string, newPwd = NEW, confirmPassword = newPwd) => iam.browser().call(confirmForgotPw, { verified, newPwd, confirmPassword })
const signIn = (password: string) => iam.browser().signIn({ account: 'ketoan', password, otp: demoOtpOf(iam.runtime, 'ketoan') })

describe('a forgotten password', () => {
  it('is set anew through the mail: the old one and all sessions end, the OTP stays', async () => {
    const before = await iam.signedIn('ketoan')
    const verified = await token()
    expect(verified).toMatch(/^[\w-]{43}$/)
    expect((await iam.browser().call(checkForgotPw, { verified })).data).toMatchObject({ account: 'ketoan', kind: 'FORGOT' })
    expect((await confirm(verified)).status).toBe(200)
    expect((await before.info()).code).toBe('JWT-001')
    expect((await before.refresh()).code).toBe('KC-003')
    iam.clock.advance(30_000)
    expect((await signIn(DEMO_PASSWORD)).code).toBe('IAM-001')
    expect((await iam.browser().signIn({ account: 'ketoan', password: NEW, otp: '000000' })).code).toBe('IAM-001')
    expect((await signIn(NEW)).status).toBe(200)
    await jobs()
    expect((await mailsTo(iam.runtime, EMAIL)).map((mail) => mail.subject)).toEqual(['BƯU TRẠM: Reset your password', 'BƯU TRẠM: Mật khẩu đã được thay đổi'])
  })

  it('link is good once, for ten minutes, and ends with a newer one', async () => {
    const first = await token()
    const second = await token()
    expect((await confirm(first)).code).toBe('IAM-012')
    const replies = await Promise.all(Array.from({ length: 8 }, () => confirm(second)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 'IAM-012' || reply.code === 'IAM-009')).toHaveLength(7)
    expect((await confirm(second, 'Voi9-uống@nước')).code).toBe('IAM-012')
    const third = await token()
    iam.clock.advance(10 * 60_000 - 1)
    expect((await iam.browser().call(checkForgotPw, { verified: third })).status).toBe(200)
    iam.clock.advance(1)
    expect(await confirm(third)).toMatchObject({
      status: 410,
      code: 'IAM-012',
      message: 'Liên kết đã hết hạn hoặc đã được sử dụng, vui lòng yêu cầu liên kết mới',
    })
    expect((await confirm('A'.repeat(43))).code).toBe('IAM-012')
    expect((await confirm('short')).status).toBe(422)
  })

  it('cannot become a bad one: each is refused at its field in both languages, and the link stays good', async () => {
    const verified = await token()
    const refusal = async (newPwd: string, confirmPassword = newPwd, language: 'vi' | 'en' = 'vi') =>
      (await iam.browser().call(confirmForgotPw, { verified, newPwd, confirmPassword }, { language })).errors?.map(
        ({ field, message }) => `${field}: ${message}`,
      )
    expect(await refusal('', '')).toEqual(['newPwd: Mật khẩu mới là bắt buộc', 'confirmPassword: Nhập lại mật khẩu mới là bắt buộc'])
    expect(await refusal('Ab1@xyz')).toEqual(['newPwd: Mật khẩu tối thiểu 8 ký tự, gồm chữ hoa, chữ thường, chữ số và ký tự đặc biệt'])
    for (const weak of ['trau7-gam@co', 'TRAU7-GAM@CO', 'Trau-gam@co', 'Trau7gamco1'])
      expect((await refusal(weak))?.[0], weak).toContain('newPwd: Mật khẩu tối thiểu 8 ký tự')
    expect(await refusal(NEW, 'Other7@pass')).toEqual(['confirmPassword: Không khớp với mật khẩu mới'])
    expect(await refusal(NEW, 'Other7@pass', 'en')).toEqual(['confirmPassword: Does not match the new password'])
    for (const [bad, { vi, en }] of [
      ['Password@123', iamErrors.commonPassword],
      ['Ketoan-x7!k', iamErrors.passwordHasAccount],
      ['1qaz@WSX', iamErrors.passwordWalk],
      ['Charlie@2026', iamErrors.leakedPassword],
    ] as const) {
      expect(await refusal(bad)).toEqual([`newPwd: ${vi}`])
      expect(await refusal(bad, bad, 'en')).toEqual([`newPwd: ${en}`])
    }
    expect(await refusal(DEMO_PASSWORD)).toHaveLength(1)
    expect(await refusal(`${'Aa1@'.repeat(50)}x`)).toEqual(['newPwd: Nhập tối đa 200 ký tự', 'confirmPassword: Nhập tối đa 200 ký tự'])
    expect((await confirm(verified)).status).toBe(200)
  })
})

describe('asking for a link', () => {
  it('gets one answer and leaves one trace, whoever the account is', async () => {
    await iam.runtime.db.updateTable('iam.user_account').set({ status: 'LOCKED', email: 'k@buutram.vn' }).where('account', '=', 'kiemsoat').execute()
    await iam.runtime.db.updateTable('iam.user_account').set({ email: '' }).where('account', '=', 'tinh01').execute()
    const shapes = []
    for (const account of ['ketoan', 'KETOAN', 'nobody', 'kiemsoat', 'tinh01', "x' or 1=1", 'BuuTram@2026']) {
      const { traceId: _trace, headers, ...reply } = await ask(account, `10.7.1.${shapes.length}`)
      const { date: _date, ...rest } = headers
      shapes.push(JSON.stringify({ reply, rest, jobs: (await iam.runtime.db.selectFrom('platform.job').select(['name', 'state']).execute()).slice(-1) }))
    }
    expect(new Set(shapes).size).toBe(1)
    // Nothing was looked up before the answer, and what was typed stands nowhere as it is.
    const stored = await iam.runtime.pool.query<{ text: string }>('select j::text as text from platform.job j')
    expect(stored.rows.map((row) => row.text).join()).not.toMatch(/nobody|BuuTram@2026|or 1=1/)
    await jobs()
    const { rows } = await iam.runtime.pool.query<{ recipient: string }>('select recipient from platform.mail')
    expect(rows.map((row) => row.recipient)).toEqual([EMAIL, EMAIL])
  })

  it('by the older name does the same: one answer, a link by e-mail, an entry of the audit trail, and nothing typed in the log', async () => {
    const old = (account: string) => iam.browser({ ip: '10.7.9.1' }).call(resetPassword, { account }, { language: 'en' })
    const [known, unknown] = [await old('ketoan'), await old('Matkhau@2026')]
    const shape = ({ traceId: _trace, headers: _headers, ...reply }: typeof known) => reply
    expect(shape(unknown)).toEqual(shape(known))
    expect(known).toMatchObject({ status: 200, data: null })
    await jobs()
    const verified = linkIn((await mailsTo(iam.runtime, EMAIL)).at(-1)?.text ?? '')
    expect((await confirm(verified)).status).toBe(200)
    const { rows } = await iam.runtime.pool.query(
      "select a.actor, a.after->>'kind' as kind from platform.audit_entry a join iam.user_account u on u.id::text = a.subject_id where a.action = 'iam.mail-password-link' and u.account = 'ketoan'",
    )
    expect(rows).toEqual([{ actor: 'unknown', kind: 'FORGOT' }])
    expect(lines.join('')).not.toContain('Matkhau@2026')
    const statuses = []
    for (let time = 0; time < 12; time++) statuses.push((await old('nobody')).status)
    expect(statuses).toContain(429)
    expect((await iam.browser().call(resetPassword, {} as { account: string })).status).toBe(422)
  })

  it('again and again fills nobody’s mailbox, and one address may not ask much', async () => {
    for (let time = 0; time < 12; time++) await ask('ketoan', `10.7.2.${time}`)
    await jobs()
    expect(await mailsTo(iam.runtime, EMAIL)).toHaveLength(5)
    const statuses = []
    for (let time = 0; time < 12; time++) statuses.push((await ask('nobody', '10.7.3.1')).status)
    expect(statuses).toEqual([...new Array(10).fill(200), 429, 429])
  })

  it('again and again from elsewhere keeps nobody from asking where they have signed in', async () => {
    const office = '10.7.6.1'
    expect((await iam.browser({ ip: office }).signIn({ account: 'ketoan' })).status).toBe(200)
    // A day's share of the mailbox, and beyond.
    for (let time = 0; time < 14; time++) {
      await ask('ketoan', `10.7.7.${time}`)
      await jobs()
      iam.clock.advance(31 * 60_000)
    }
    expect(await mailsTo(iam.runtime, EMAIL)).toHaveLength(10)
    for (let time = 0; time < 6; time++) await ask('ketoan', office)
    await jobs()
    expect(await mailsTo(iam.runtime, EMAIL)).toHaveLength(15)
  })

  it('for many accounts of one mailbox, or from one network, is bounded by the day', async () => {
    const { pool } = iam.runtime
    await pool.query('update iam.user_account set email = $1', [EMAIL.toUpperCase()])
    const { rows } = await pool.query<{ account: string }>("select account from iam.user_account where status = 'ACTIVE' order by id limit 12")
    expect(rows).toHaveLength(12)
    for (const [number, { account }] of rows.entries()) await ask(account, `10.7.4.${number}`)
    await jobs()
    expect((await pool.query('select from platform.mail')).rowCount).toBe(10)
    iam.clock.advance(86_400_001)
    // Each to a mailbox of its own now.
    await pool.query("update iam.user_account set email = account || '@buutram.vn'")
    await pool.query("insert into iam.public_mail select sha256(n::text::bytea), sha256('10.7.5.1'::bytea), $1 from generate_series(1, 99) n", [
      iam.clock.now(),
    ])
    for (const { account } of rows.slice(0, 3)) await ask(account, '10.7.5.1')
    await ask(rows[3]?.account ?? '', '10.7.5.2')
    await jobs()
    expect((await pool.query('select from platform.mail')).rowCount).toBe(12)
  })

  it('leaves no secret in the log, in the jobs or in the database', async () => {
    const verified = await token()
    await confirm(verified)
    const { rows } = await iam.runtime.pool.query<{ text: string }>(
      'select j::text as text from platform.job j union all select m::text from platform.mail m union all select l::text from iam.password_link l union all select a::text from platform.audit_entry a',
    )
    expect(rows.length).toBeGreaterThan(4)
    const everything = lines.join('') + rows.map((row) => row.text).join()
    for (const secret of [verified, NEW]) expect(everything).not.toContain(secret)
  })
})

it('a link of somebody who was locked meanwhile is over', async () => {
  const verified = await token()
  await iam.runtime.db.updateTable('iam.user_account').set({ status: 'LOCKED' }).where('account', '=', 'ketoan').execute()
  expect((await confirm(verified)).code).toBe('IAM-012')
  expect((await iam.browser().call(login, { account: 'ketoan', password: NEW, otp: '123456', clientId: 'PP_QR' })).code).toBe('IAM-001')
})

describe('a link ends', () => {
  /** A link for a first password, as the approval of an account gives one. */
  const firstLink = async (account = 'ketoan') => {
    const { id } = await iam.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', account).executeTakeFirstOrThrow()
    await iam.runtime.db.transaction().execute((tx) => askForFirstLink(tx, id, 'vi'))
    await jobs()
    return linkIn((await mailsTo(iam.runtime, EMAIL)).at(-1)?.text ?? '')
  }
  const idOf = async (account: string) =>
    (await iam.runtime.db.selectFrom('iam.user_account').select(['id', 'version']).where('account', '=', account).executeTakeFirstOrThrow()) as {
      id: string
      version: number
    }
  const state = async (verified: string) => (await iam.browser().call(checkForgotPw, { verified })).code
  /** Whoever administers users; the smaller catalogue of this app gives those rights to nobody by itself. */
  const administrator = async () => {
    await iam.runtime.db.transaction().execute((tx) =>
      syncPermissions(
        tx,
        [editUser, resetUserPassword].map(({ permission }) => ({ uri: permission, application: 'PP_SYS' as const })),
        WORKPLACES,
      ),
    )
    const one = iam.browser()
    expect((await one.signIn({ account: 'admin', clientId: 'PP_SYS' })).status).toBe(200)
    return one
  }

  it('when the owner changes the password', async () => {
    const open = [await firstLink(), await token()]
    const own = await iam.signedIn('ketoan')
    expect((await own.call(changePassword, { oldPassword: DEMO_PASSWORD, newPwd: NEW })).status).toBe(200)
    for (const verified of open) expect(await state(verified)).toBe('IAM-012')
    expect((await confirm(open[1] ?? '', 'Voi9-uống@nước')).code).toBe('IAM-012')
  })

  it('when an administrator gives a new password', async () => {
    const open = [await firstLink(), await token()]
    const { id, version } = await idOf('ketoan')
    expect((await (await administrator()).call(resetUserPassword, { id, version })).status).toBe(200)
    for (const verified of open) expect(await state(verified)).toBe('IAM-012')
  })

  it('when the owner gets another e-mail address, and not when something else of theirs changes', async () => {
    const open = [await firstLink(), await token()]
    const one = await administrator()
    const { id, version } = await idOf('ketoan')
    const { unit_id: unitId } = await iam.runtime.db.selectFrom('iam.user_account').select('unit_id').where('id', '=', id).executeTakeFirstOrThrow()
    const person = { id, fullName: 'Tên khác', ...(unitId ? { unitId } : {}) }
    expect((await one.call(editUser, { ...person, version, email: EMAIL })).status).toBe(200)
    for (const verified of open) expect(await state(verified)).toBe('API000')
    expect((await one.call(editUser, { ...person, version: version + 1, email: 'moi@buutram.vn' })).status).toBe(200)
    for (const verified of open) expect(await state(verified)).toBe('IAM-012')
  })

  it('but the one for a first password outlives any that somebody asks for with a forgotten one', async () => {
    const first = await firstLink()
    const forgot = await token()
    const newer = await token()
    expect([await state(first), await state(forgot), await state(newer)]).toEqual(['API000', 'IAM-012', 'API000'])
    iam.clock.advance(11 * 60_000)
    expect([await state(first), await state(newer)]).toEqual(['API000', 'IAM-012'])
    expect((await confirm(first)).status).toBe(200)
    expect(await state(first)).toBe('IAM-012')
  })
})
