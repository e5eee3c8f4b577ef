import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decideRequest, getRequest, listRequests } from '#core/approvals/contract/request.ts'
import { expireDue } from '#core/approvals/server/public.ts'
import { confirmEnrolment, type Enrolment, enrolTotp, FIRST_SIGN_IN_OTP, userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { confirmForgotPw } from '#core/iam/contract/sign-in/password.ts'
import { requestAccount } from '#core/iam/contract/sign-in/registration.ts'
import { errors } from '#kernel/errors.ts'
import { type TestApp, type TestClock, testApp, testClock } from '../../../../../test/app.ts'
import { browser } from '../../../../../test/browser.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { codeIn, linkIn, mailsTo } from '../../../../../test/mails.ts'
import { WORKPLACES } from '../../../../app/applications.ts'
import { userRegistration } from '../public.ts'
import { otpAt, stepOf } from './totp.ts'

let clock: TestClock
let portal: TestApp
let unitCode: string
beforeEach(async () => {
  clock = testClock()
  portal = await testApp({ clock })
  const { rows } = await portal.runtime.pool.query<{ code: string }>("select code from organisation.unit where level = 'POST_OFFICE' order by id limit 1")
  unitCode = rows[0]?.code ?? ''
})
afterEach(() => portal.close())

let address = 0
const EMAIL = 'binh.tran@buutram.vn'
const form = (given: Record<string, unknown> = {}) => ({
  account: 'binh.tran',
  fullName: 'Trần Thị Bình',
  mobile: '0912345678',
  email: EMAIL,
  unitCode,
  roleCode: 'TELLER' as const,
  ...given,
})
/** Each from an address of its own, so that only what is asked counts. */
const ask = (given: Record<string, unknown> = {}, language: 'vi' | 'en' = 'vi') =>
  browser(portal.app, portal.runtime, { ip: `10.8.${address >> 8}.${address++ & 255}` }).call(requestAccount, form(given) as never, { language })
const waiting = async () => {
  const { data } = await portal.list(listRequests, { filter: { kind: ['USER_REGISTRATION'], status: ['PENDING'] } }, { as: 'admin', clientId: 'O2O_CRM' })
  return data?.result ?? []
}
const decide = async (decision: 'APPROVE' | 'REJECT', reason?: string, as = 'admin') => {
  const [request] = await waiting()
  return portal.call(
    decideRequest,
    { id: request?.id ?? '', version: request?.version ?? 0, decision, ...(reason ? { reason } : {}) },
    { as, clientId: 'O2O_CRM', headers: { 'idempotency-key': `decide-${request?.id}-${decision}-${as}` } },
  )
}

describe('a request for an account', () => {
  it('approved becomes a user who sets a password, enrols an authenticator behind a code by mail, and works', async () => {
    expect((await ask({ note: 'Thay chị Hoa' })).status).toBe(200)
    const [request] = await waiting()
    expect(request).toMatchObject({ subjectCode: 'binh.tran', makerName: 'Trần Thị Bình', reason: 'Thay chị Hoa', mayDecide: true })
    const detail = await portal.call(getRequest, { id: request?.id ?? '' }, { as: 'admin', clientId: 'O2O_CRM' })
    expect(detail.data?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['account', 'binh.tran'],
      ['fullName', 'Trần Thị Bình'],
      ['mobile', '0912345678'],
      ['email', EMAIL],
      ['unit', expect.stringContaining(unitCode)],
      ['roleCode', 'TELLER'],
      ['note', 'Thay chị Hoa'],
    ])
    expect((await decide('APPROVE')).status).toBe(200)
    await runJobs(portal)
    const mails = await mailsTo(portal.runtime, EMAIL)
    expect(mails.map((mail) => mail.subject)).toEqual(['BƯU TRẠM: Đã nhận yêu cầu cấp tài khoản', 'BƯU TRẠM: Tài khoản của bạn đã được duyệt'])
    clock.advance(71 * 3_600_000)
    const person = browser(portal.app, portal.runtime)
    const password = 'Trâu7-gặm@cỏ'
    const verified = linkIn(mails.at(-1)?.text ?? '')
    expect((await person.call(confirmForgotPw, { verified, newPwd: password, confirmPassword: password })).status).toBe(200)

    const answer = await person.signIn({ account: 'binh.tran', password, otp: FIRST_SIGN_IN_OTP, clientId: 'PP_QR' })
    expect(answer).toMatchObject({ status: 403, code: 'IAM-003', data: { sentTo: 'b***@buutram.vn', authenticator: null } })
    const { ticket } = answer.data as unknown as Enrolment
    // The authenticator cannot be set up before the code is known.
    expect((await person.call(enrolTotp, { ticket, otp: '123456' })).code).toBe('IAM-005')
    const code = codeIn((await mailsTo(portal.runtime, EMAIL)).at(-1)?.text ?? '')
    expect((await person.call(confirmEnrolment, { ticket, code: code === '111111' ? '222222' : '111111' })).code).toBe('IAM-011')
    const shown = await person.call(confirmEnrolment, { ticket, code })
    expect(shown.data?.otpauthUri).toContain(shown.data?.secret)
    expect((await person.call(confirmEnrolment, { ticket, code })).code).toBe('IAM-005')
    const done = await person.call(enrolTotp, { ticket, otp: otpAt(shown.data?.secret ?? '', stepOf(clock.now())) })
    expect(done.status).toBe(200)
    person.tokens = done.data?.tokenData
    const { data: info } = await person.call(userInfo, {})
    expect(info).toMatchObject({ userName: 'binh.tran', mustChangePassword: false, orgUnitStaff: { unitCode } })
    expect(info?.roles.map((role) => role.code)).toEqual(['TELLER'])
    expect(info?.authorization.length).toBeGreaterThan(0)
  })

  it('mails nothing of what was typed into the form before the address is confirmed, whatever becomes of it', async () => {
    const typed = { account: 'www.qua-tang.vn', fullName: 'Trúng thưởng 500 triệu: gọi 0900', note: 'https://lua-dao.example' }
    const mailed = async () => JSON.stringify(await mailsTo(portal.runtime, EMAIL))
    const nothingTyped = async (count: number) => {
      const mails = await mailed()
      expect(JSON.parse(mails)).toHaveLength(count)
      for (const text of [...Object.values(typed), '0912345678']) expect(mails).not.toContain(text)
    }
    expect((await ask(typed)).status).toBe(200)
    await nothingTyped(1)
    await decide('REJECT', 'Không đúng người')
    await runJobs(portal)
    await nothingTyped(2)
    expect((await ask(typed, 'en')).status).toBe(200)
    await decide('APPROVE')
    await runJobs(portal)
    await nothingTyped(4)
  })

  it('rejected tells the applicant why, and may be sent again', async () => {
    await ask()
    expect((await decide('REJECT')).code).toBe('VAL-001')
    expect((await decide('REJECT', 'Chưa có quyết định tuyển dụng')).status).toBe(200)
    await runJobs(portal)
    const mail = (await mailsTo(portal.runtime, EMAIL)).at(-1)
    expect(mail?.text).toContain('Lý do: Chưa có quyết định tuyển dụng')
    const users = await portal.runtime.db.selectFrom('iam.user_account').select('id').where('account', '=', 'binh.tran').execute()
    expect(users).toEqual([])
    expect((await ask()).status).toBe(200)
  })

  it('that nobody decides expires, and says so', async () => {
    await ask({}, 'en')
    clock.advance(14 * 86_400_000 + 1)
    expect(await expireDue(portal.runtime, [userRegistration(WORKPLACES)])).toBe(1)
    await runJobs(portal)
    expect((await mailsTo(portal.runtime, EMAIL)).at(-1)?.text).toContain('the approval period expired')
  })

  it('is not approved by somebody who does not hold what its role gives', async () => {
    const { pool } = portal.runtime
    const { rows } = await pool.query<{ code: string }>(
      "select g.code from organisation.unit g join iam.user_account u on u.unit_id = g.province_unit_id where u.account = 'tinh01' and g.level = 'POST_OFFICE' limit 1",
    )
    await pool.query("insert into iam.role (code, name) values ('LOCAL', 'Local')")
    await pool.query(
      "insert into iam.role_permission select r.id, p.id from iam.role r, iam.permission p where r.code = 'LOCAL' and p.uri like 'user-permission/user-management/users/%'",
    )
    await pool.query("delete from iam.user_role where user_id = (select id from iam.user_account where account = 'tinh01')")
    await pool.query(
      "insert into iam.user_role (user_id, role_id) select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'LOCAL'",
    )
    await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
    await ask({ unitCode: rows[0]?.code })
    expect(await decide('APPROVE', undefined, 'tinh01')).toMatchObject({ status: 403, code: 'IAM-101' })
    expect((await waiting()).length).toBe(1)
    expect((await decide('APPROVE')).status).toBe(200)
  })

  it('is not approved by somebody whose scope is narrower than the one the unit would give', async () => {
    const { pool } = portal.runtime
    // The right to do all of it, but for one post office alone: the request is for the province above.
    await pool.query(`insert into iam.user_role select u.id, r.id from iam.user_account u, iam.role r where u.account = 'tinh01' and r.code = 'SYSTEM_ADMIN'`)
    await pool.query("insert into iam.user_application select id, 'PP_SYS' from iam.user_account where account = 'tinh01' on conflict do nothing")
    await pool.query("update iam.user_account set scope_kind = 'UNIT' where account = 'tinh01'")
    const { rows } = await pool.query<{ code: string }>(
      "select g.code from organisation.unit g join iam.user_account u on u.unit_id = g.id where u.account = 'tinh01'",
    )
    await ask({ unitCode: rows[0]?.code })
    expect(await decide('APPROVE', undefined, 'tinh01')).toMatchObject({ status: 403, code: 'IAM-102' })
    expect((await waiting()).length).toBe(1)
    const made = await pool.query("select from iam.user_account where account = 'binh.tran'")
    expect(made.rowCount).toBe(0)
    expect((await decide('APPROVE')).status).toBe(200)
  })

  it('is not approved when somebody has been given its account meanwhile', async () => {
    await ask()
    await portal.runtime.pool.query("update iam.user_account set account = 'BINH.TRAN' where account = 'tinh48'")
    expect(await decide('APPROVE')).toMatchObject({ status: errors.duplicate.status, code: errors.duplicate.code })
    expect((await waiting()).length).toBe(1)
  })

  it('is decided by administrators of users only', async () => {
    await ask()
    expect((await decide('APPROVE', undefined, 'kiemsoat')).status).toBeGreaterThanOrEqual(403)
    expect((await waiting()).length).toBe(1)
  })
})

describe('what is refused', () => {
  const fieldsOf = async (given: Record<string, unknown>, language: 'vi' | 'en' = 'vi') =>
    (await ask(given, language)).errors?.map(({ field, message }) => `${field}: ${message}`)

  it('every rule by its field and text', async () => {
    expect(await fieldsOf({ mobile: 'abc' })).toEqual(['mobile: Số điện thoại nhập sai định dạng'])
    expect(await fieldsOf({ mobile: '9912345678' })).toEqual(['mobile: Số điện thoại nhập sai định dạng'])
    expect(await fieldsOf({ mobile: '09123456789' })).toEqual(['mobile: Số điện thoại tối đa 10 ký tự'])
    expect(await fieldsOf({ email: 'x' })).toEqual(['email: Email không đúng định dạng'])
    expect(await fieldsOf({ email: 'x' }, 'en')).toEqual(['email: The email address is not in the right format'])
    expect(await fieldsOf({ account: 'có dấu' })).toEqual(['account: Chỉ cho phép nhập chữ không dấu, số, dấu _, dấu - và dấu .'])
    expect(await fieldsOf({ account: 'ab' })).toEqual(['account: Nhập tối thiểu 3 ký tự'])
    expect(await fieldsOf({ fullName: '  ' })).toEqual(['fullName: Vui lòng nhập thông tin này'])
    expect(await fieldsOf({ roleCode: 'SYSTEM_ADMIN' })).toEqual(['roleCode: Giá trị không nằm trong danh mục cho phép'])
    expect(await fieldsOf({ unitCode: 'KHONG-CO' })).toEqual(['unitCode: Không có đơn vị đang hoạt động với mã này'])
    expect(await fieldsOf({ password: 'x' })).toEqual(['password: Trường không được phép: password'])
    expect(await waiting()).toEqual([])
  })

  it('what somebody has already, users and waiting requests alike', async () => {
    const { rows } = await portal.runtime.pool.query<{ account: string; email: string; mobile: string }>(
      "select account, email, mobile from iam.user_account where account = 'ketoan'",
    )
    const known = rows[0]
    expect(await fieldsOf({ account: 'KeToan' })).toEqual(['account: Giá trị đã tồn tại'])
    expect(await fieldsOf({ email: known?.email.toUpperCase() })).toEqual(['email: Giá trị đã tồn tại'])
    expect(await fieldsOf({ mobile: known?.mobile })).toEqual(['mobile: Giá trị đã tồn tại'])
    expect((await ask()).status).toBe(200)
    expect(await fieldsOf({})).toEqual(['account: Giá trị đã tồn tại', 'email: Giá trị đã tồn tại', 'mobile: Giá trị đã tồn tại'])
    const at = await Promise.all(
      Array.from({ length: 8 }, (_, number) => ask({ account: 'cung.luc', email: `cung.luc${number}@buutram.vn`, mobile: `091234560${number}` })),
    )
    expect(at.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(at.filter((reply) => reply.code === 'SYS-411')).toHaveLength(7)
  })

  it('too many from one address or for one mailbox', async () => {
    const statuses: number[] = []
    const one = browser(portal.app, portal.runtime, { ip: '10.66.0.1' })
    for (let time = 0; time < 12; time++)
      statuses.push((await one.call(requestAccount, form({ email: `a${time}@x.vn`, unitCode: 'KHONG-CO' }) as never)).status)
    expect(statuses).toEqual([...new Array(10).fill(422), 429, 429])
    const codes: string[] = []
    for (let time = 0; time < 7; time++) codes.push((await ask({ email: 'many@x.vn', unitCode: 'KHONG-CO' })).code)
    expect(codes).toEqual([...new Array(5).fill('IAM-013'), 'IAM-002', 'IAM-002'])
  })
})

describe('beyond the caps of a day', () => {
  const stored = async () =>
    (await portal.runtime.pool.query<{ account: string }>('select account from iam.registration order by id')).rows.map((row) => row.account)
  const person = (number: number, given: Record<string, unknown> = {}) =>
    form({ account: `nguoi${number}`, email: `nguoi${number}@buutram.vn`, mobile: `09${String(10_000_000 + number)}`, ...given })
  /** From one network; the limit of calls a second is another one, and has its own test. */
  const from = (ip: string, input: object) => browser(portal.app, portal.runtime, { ip }).call(requestAccount, input as never)
  const bare = ({ traceId: _trace, headers: _headers, ...reply }: Awaited<ReturnType<typeof from>>) => reply

  /** Requests of one network that wait already: more than the limit of calls lets through one after the other. */
  const waitFrom = (network: string, count: number) =>
    portal.runtime.pool.query(
      `insert into iam.registration (account, full_name, mobile, email, unit_id, role_code, language, ip, created_at)
       select 'cho' || n, 'Chờ', '08' || lpad(n::text, 8, '0'), 'cho' || n || '@buutram.vn', (select id from organisation.unit where code = $2), 'TELLER', 'vi', $1 || to_hex(n) || '::1', $4
       from generate_series(1, $3::int) n`,
      [network, unitCode, count, clock.now()],
    )

  it('a network gets the answer that it had its share, whatever it asks, and nothing is kept or mailed; others go on', async () => {
    // One customer's network of 64 bits: every address in it is the same one.
    const network = '2001:db8:7:7:'
    await waitFrom(network, 19)
    const taken = await from(`${network}a:1::1`, person(1))
    expect(taken).toMatchObject({ status: 200, data: null })
    expect(await stored()).toHaveLength(20)
    const { rowCount: mails } = await portal.runtime.pool.query('select from platform.mail')
    const beyond = [
      await from(`${network}a:2::1`, person(2)),
      // Neither who has an account, nor who waits, nor which units there are is revealed any more.
      await from(`${network}a:3::1`, person(3, { account: 'ketoan' })),
      await from(`${network}a:4::1`, person(4, { account: 'nguoi1' })),
      await from(`${network}a:5::1`, person(5, { unitCode: 'KHONG-CO' })),
    ]
    for (const reply of beyond) expect(reply).toMatchObject({ status: 429, code: iamErrors.registrationCap.code, data: null })
    for (const reply of beyond) expect(bare(reply)).toEqual(bare(beyond[0] as (typeof beyond)[number]))
    expect(await stored()).toHaveLength(20)
    expect((await portal.runtime.pool.query('select from platform.mail')).rowCount).toBe(mails)
    expect((await from('2001:db8:7:8::1', person(30))).status).toBe(200)
    expect(await stored()).toHaveLength(21)
    clock.advance(86_400_001)
    expect((await from(`${network}a:6::1`, person(6))).status).toBe(200)
    expect(await stored()).toHaveLength(22)
  })

  it('many at once do not pass together', async () => {
    const network = '2001:db8:9:9:'
    await waitFrom(network, 16)
    const replies = await Promise.all(Array.from({ length: 10 }, (_none, number) => from(`${network}b:${number}::1`, person(number))))
    expect(replies.map((reply) => reply.status).sort()).toEqual([...new Array(4).fill(200), ...new Array(6).fill(429)])
    expect(await stored()).toHaveLength(20)
  })

  it('an e-mail address has had its share, whatever became of the requests', async () => {
    for (let number = 0; number < 3; number++) {
      expect((await ask({ account: `lai${number}` })).status).toBe(200)
      await decide('REJECT', 'Không đúng người')
    }
    expect(await ask({ account: 'lai3', email: EMAIL.toUpperCase() })).toMatchObject({ status: 429, code: iamErrors.registrationCap.code })
    expect(await stored()).toEqual(['lai0', 'lai1', 'lai2'])
    clock.advance(86_400_001)
    await ask({ account: 'lai4' })
    expect(await stored()).toEqual(['lai0', 'lai1', 'lai2', 'lai4'])
  })
})
