import { verify } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { demoOtp, demoPersonas } from '#core/iam/contract/sign-in/demo.ts'
import { createLogger } from '#platform/server/logging.ts'
import { demoOtpOf } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'

const REFUSED = { vi: 'Tài khoản truy cập hoặc mật khẩu không hợp lệ', en: 'The account or password is not valid' }

// The real hash, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

let iam: IamApp
beforeEach(async () => {
  iam = await iamApp()
})
afterEach(() => iam.close())

describe('signing in', () => {
  it('gives tokens, and cookies that scripts cannot read', async () => {
    const browser = iam.browser()
    const reply = await browser.signIn({ account: 'ketoan' })
    expect(reply).toMatchObject({ status: 200, code: 'API000', data: { tokenData: { access_token: expect.any(String), refresh_token: expect.any(String) } } })
    const cookies = reply.headers['set-cookie'] as string[]
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-fp', '__Host-rt', '__Host-device'])
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; Max-Age=(43200|15552000); Secure; HttpOnly; SameSite=Strict$/)
    expect((await browser.call(whoAmI, {})).data).toEqual({ account: 'ketoan', clientId: 'PP_QR' })
  })

  it('reads the account without regard to case and surrounding spaces, the password exactly', async () => {
    expect((await iam.browser().signIn({ account: '  KeToan ', otp: demoOtpOf(iam.runtime, 'ketoan') })).status).toBe(200)
    expect((await iam.browser().signIn({ account: 'kiemsoat', password: 'BuuTram@2026 ' })).code).toBe('IAM-001')
  })

  it('tells a person who they are and what the sub-system lets them do', async () => {
    const { data } = await (await iam.signedIn('giaodichvien')).info()
    expect(data).toMatchObject({
      userName: 'giaodichvien',
      clientId: 'PP_QR',
      roles: [{ code: 'TELLER' }],
      groups: [{ code: 'TCT' }, { code: '010000' }, { code: '010100' }, { code: '010101' }],
      orgUnitStaff: { unitCode: '010101', level: 'POST_OFFICE' },
      mustChangePassword: false,
    })
    expect(data?.authorization.map((item) => item.uri)).toEqual(['pp-qr/thunghiem/export', 'pp-qr/thunghiem/view'])
    expect(data?.applications.map((one) => one.code)).not.toContain('PP_SYS')
  })

  it('refuses a sub-system without an entry by its name, and leaves the code for another try', async () => {
    const browser = iam.browser()
    const refused = await browser.signIn({ account: 'giaodichvien', clientId: 'PP_SYS' }, { language: 'en' })
    expect(refused).toMatchObject({ status: 403, code: 'IAM-004', message: 'You do not have access to the application System administration' })
    expect((await browser.signIn({ account: 'giaodichvien' })).status).toBe(200)
  })

  it('refuses a page whose cookies the browser would drop', async () => {
    const otp = demoOtpOf(iam.runtime, 'ketoan')
    for (const host of ['portal.example', '192.168.1.20:8080', 'localhost.example']) {
      const reply = await iam.browser().signIn({ account: 'ketoan', otp }, { headers: { host, origin: `http://${host}` } })
      expect([host, reply.status, reply.code]).toEqual([host, 400, 'IAM-010'])
    }
    const [first, second] = [-1, 0].map((steps) => demoOtpOf(iam.runtime, 'ketoan', steps)) as [string, string]
    expect(
      (await iam.browser().signIn({ account: 'ketoan', otp: first }, { headers: { host: 'localhost:8080', origin: 'http://localhost:8080' } })).status,
    ).toBe(200)
    expect(
      (await iam.browser().signIn({ account: 'ketoan', otp: second }, { headers: { host: 'portal.example', origin: 'https://portal.example' } })).status,
    ).toBe(200)
  })
})

describe('what is refused', () => {
  it.each(['vi', 'en'] as const)('looks the same whatever was wrong (%s)', async (language) => {
    const { db } = iam.runtime
    await db.updateTable('iam.user_account').set({ status: 'DISABLED' }).where('account', '=', 'tinh01').execute()
    await db.updateTable('iam.user_account').set({ status: 'LOCKED' }).where('account', '=', 'kiemsoat').execute()
    await db.updateTable('organisation.partner').set({ status: 'LOCKED' }).where('code', '=', 'SAOVIET').execute()
    const otherOtp = (account: string) => (demoOtpOf(iam.runtime, account) === '123456' ? '123457' : '123456')
    const attempts = [
      { account: 'nobody', otp: '123456' },
      { account: "x' OR 1=1 --", otp: '123456' },
      { account: 'ketoan', password: 'BuuTram@2025' },
      { account: 'ketoan', otp: otherOtp('ketoan') },
      { account: 'ketoan', password: 'BuuTram@2025', otp: otherOtp('ketoan') },
      { account: 'tinh01' },
      { account: 'kiemsoat' },
      { account: 'doitac' },
    ]
    for (const [index, attempt] of attempts.entries()) {
      const reply = await iam.browser({ ip: `10.0.0.${index + 1}` }).signIn(attempt, { language })
      const { traceId, headers, ...rest } = reply
      expect(rest, JSON.stringify(attempt)).toEqual({ status: 401, code: 'IAM-001', message: REFUSED[language], data: null })
      expect(headers['set-cookie']).toBeUndefined()
      expect(traceId).toEqual(expect.any(String))
    }
  })

  it('does the same hashing for an account that does not exist or has no password', async () => {
    await iam.runtime.db.insertInto('iam.user_account').values({ account: 'bare', full_name: 'Bare', scope_kind: 'SELF' }).execute()
    // The first refusal also makes the stand-in hash.
    await iam.browser().signIn({ account: 'first', otp: '123456' })
    for (const [index, account] of ['ketoan', 'nobody', 'bare'].entries()) {
      vi.mocked(verify).mockClear()
      await iam.browser({ ip: `10.1.0.${index}` }).signIn({ account, password: 'x', otp: '123456' })
      expect(vi.mocked(verify).mock.calls, account).toEqual([[expect.stringContaining('$argon2id$v=19$m=47104,t=1,p=1$'), 'x']])
    }
  })

  it('names the fields that are missing or of the wrong form', async () => {
    const reply = await iam.browser().call(login, { account: ' ', password: '', otp: '12a456', clientId: 'PP_XX' } as never)
    expect(reply.status).toBe(422)
    expect(reply.errors?.map(({ field, message }) => [field, message])).toEqual([
      ['account', 'Vui lòng nhập tài khoản'],
      ['password', 'Vui lòng nhập mật khẩu'],
      ['otp', 'Mã OTP gồm 6 chữ số'],
      ['clientId', 'Vui lòng chọn ứng dụng'],
    ])
    for (const broken of [{ account: 'a\0b' }, { account: 'a'.repeat(65) }, { password: 'p'.repeat(201) }, { otp: 123456 }, { extra: 1 }]) {
      const input = { account: 'ketoan', password: 'x', otp: '123456', clientId: 'PP_QR', ...broken }
      expect((await iam.browser().call(login, input as never)).status, JSON.stringify(broken)).toBe(422)
    }
  })
})

describe('a code', () => {
  it('is good in its half minute and the next, and not before or after', async () => {
    expect((await iam.browser().signIn({ account: 'ketoan', otp: demoOtpOf(iam.runtime, 'ketoan', -2) })).code).toBe('IAM-001')
    expect((await iam.browser().signIn({ account: 'ketoan', otp: demoOtpOf(iam.runtime, 'ketoan', 1) })).code).toBe('IAM-001')
    expect((await iam.browser().signIn({ account: 'ketoan', otp: demoOtpOf(iam.runtime, 'ketoan', -1) })).status).toBe(200)
    expect((await iam.browser().signIn({ account: 'ketoan' })).status).toBe(200)
  })

  it('opens one session only', async () => {
    const otp = demoOtpOf(iam.runtime, 'ketoan')
    expect((await iam.browser().signIn({ account: 'ketoan', otp })).status).toBe(200)
    expect((await iam.browser().signIn({ account: 'ketoan', otp })).code).toBe('IAM-001')
    iam.clock.advance(29_000)
    expect((await iam.browser().signIn({ account: 'ketoan', otp })).code).toBe('IAM-001')
  })

  it('is taken with the gap that an authenticator shows, and with nothing else in it', async () => {
    const spaced = (separator: string, steps = 0) => demoOtpOf(iam.runtime, 'ketoan', steps).replace(/^(...)/, `$1${separator}`)
    expect((await iam.browser().signIn({ account: 'ketoan', otp: ` ${spaced(' ', -1)} ` })).status).toBe(200)
    expect((await iam.browser().signIn({ account: 'ketoan', otp: spaced('-') })).status).toBe(200)
    for (const separator of ['--', '.', ' 0']) expect((await iam.browser().signIn({ account: 'ketoan', otp: spaced(separator) })).code).toBe('VAL-001')
  })

  it('used 64 times at once opens one session', async () => {
    const otp = demoOtpOf(iam.runtime, 'ketoan')
    const replies = await Promise.all(Array.from({ length: 64 }, (_, index) => iam.browser({ ip: `10.2.0.${index}` }).signIn({ account: 'ketoan', otp })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(new Set(replies.map((reply) => reply.code))).toEqual(new Set(['API000', 'IAM-001', 'IAM-002']))
    const { count } = await iam.runtime.db
      .selectFrom('iam.session')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe('1')
  })
})

describe('secrets', () => {
  it('reach neither the log nor the database nor the audit trail', async () => {
    const lines: string[] = []
    const log = createLogger('trace', { write: (line: string) => lines.push(line) })
    const logged = await iamApp({ log })
    try {
      const browser = logged.browser()
      const otp = demoOtpOf(logged.runtime, 'ketoan')
      await browser.signIn({ account: 'ketoan', password: 'Wrong@20261' })
      await browser.signIn({ account: 'ketoan', otp })
      const first = browser.tokens
      await browser.refresh()
      await browser.refresh(first?.refresh_token)
      await browser.refresh(first?.refresh_token)
      await browser.logout()
      expect(lines.length).toBeGreaterThan(4)
      const secrets = ['BuuTram@2026', 'Wrong@20261', `"${otp}"`, first, browser.tokens, browser.cookies].flatMap((one) =>
        typeof one === 'string' ? [one] : Object.values(one ?? {}),
      )
      expect(secrets.length).toBeGreaterThanOrEqual(7)
      const { rows } = await logged.runtime.pool.query<{ text: string }>(`
        SELECT s::text AS text FROM iam.session s UNION ALL SELECT t::text FROM iam.refresh_token t UNION ALL SELECT c::text FROM iam.credential c
        UNION ALL SELECT t::text FROM iam.totp t UNION ALL SELECT a::text FROM platform.audit_entry a UNION ALL SELECT k::text FROM iam.signing_key k`)
      expect(rows.length).toBeGreaterThan(10)
      const everything = lines.join('') + rows.map((row) => row.text).join('\n')
      for (const secret of secrets) expect(everything).not.toContain(secret)
    } finally {
      await logged.close()
    }
  })
})

describe('the demo', () => {
  it('offers six people and their codes, the unused one first', async () => {
    const browser = iam.browser()
    const personas = await browser.call(demoPersonas, {}, { language: 'en' })
    expect(personas.data?.map((one) => one.account)).toEqual(['admin', 'ketoan', 'kiemsoat', 'giaodichvien', 'tinh01', 'doitac'])
    expect(personas.data?.[3]).toMatchObject({ role: 'Teller', place: 'Bưu cục trung tâm Hoàn Kiếm' })
    for (const round of [1, 2]) {
      const code = await browser.call(demoOtp, { account: 'TINH01' })
      expect(code.data, `round ${round}`).toMatchObject({ fresh: true })
      expect((await iam.browser().signIn({ account: 'tinh01', otp: code.data?.otp })).status).toBe(200)
    }
    expect((await browser.call(demoOtp, { account: 'tinh01' })).data?.fresh).toBe(false)
    expect((await browser.call(demoOtp, { account: 'nobody' })).status).toBe(404)
  })

  it('does not exist outside demo mode', async () => {
    const real = await iamApp({ config: { demo: false, production: true } })
    try {
      expect((await real.browser().call(demoPersonas, {})).status).toBe(404)
      expect((await real.browser().call(demoOtp, { account: 'ketoan' })).status).toBe(404)
    } finally {
      await real.close()
    }
  })
})
