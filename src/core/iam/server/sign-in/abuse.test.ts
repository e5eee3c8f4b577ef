/** What a thief, a guesser and a busy browser do, counted; FAULTS=full runs the counts of the nightly run. */
import { generateKeyPairSync, randomBytes, randomInt, sign } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { type Browser, demoOtpOf } from '../../../../../test/browser.ts'
import { type IamApp, iamApp } from '../../../../../test/iam.ts'
import { demoTotpSecret } from './totp.ts'
import { createUsers } from './users.ts'

const FULL = process.env.FAULTS === 'full'
const REPLAYS = FULL ? 100 : 8
const TAB_ROUNDS = FULL ? 1_000 : 12
const FORGED = FULL ? 500 : 120
const OTP_ROUNDS = FULL ? 50 : 2
const GUESSES = FULL ? 1_000 : 60
const CLERKS = 40
/** A working day has eight. */
const CLERK_ROUNDS = FULL ? 8 : 2

let iam: IamApp
let ketoan: Browser
beforeEach(async () => {
  iam = await iamApp()
  ketoan = await iam.signedIn('ketoan')
})
afterEach(() => iam.close())

/** Addresses that nobody else in a test uses. */
let last = 0
const address = () => `10.${100 + (last >> 16)}.${(last >> 8) & 255}.${last++ & 255}`

it(`a replayed refresh token ends its session, ${REPLAYS} of ${REPLAYS} times, and no other`, async () => {
  let ended = 0
  for (let round = 0; round < REPLAYS; round++) {
    iam.clock.advance(30_000)
    // Somebody else works on: a click and, as its access token ends, a refresh, round after round.
    expect((await ketoan.click()).status).toBe(200)
    expect((await ketoan.refresh()).status).toBe(200)
    const victim = await iam.signedIn('kiemsoat')
    const spent: string[] = []
    for (let time = 0; time <= randomInt(4); time++) {
      spent.push(victim.tokens?.refresh_token ?? '')
      await victim.refresh()
    }
    iam.clock.advance(11_000)
    const thief = iam.browser({ ip: address() })
    // With the cookies of the victim, or with the token alone.
    if (round % 2 === 0) thief.cookies = { ...victim.cookies }
    expect((await thief.refresh(spent[randomInt(spent.length)])).code).toBe('KC-003')
    const over = [(await victim.refresh()).code, (await victim.info()).code]
    if (over.join() === 'KC-003,JWT-001') ended++
  }
  expect(ended).toBe(REPLAYS)
  expect((await ketoan.info()).status).toBe(200)
})

it(`ten tabs × ${TAB_ROUNDS} refreshes end no session: they take turns, and who comes second finds the first one's tokens`, async () => {
  let lock: Promise<unknown> = Promise.resolve()
  /** What a tab of the portal does (platform/web/session/refresh.ts): one lock for all, and a look at what is stored. */
  const refreshInTurn = (used: string): Promise<number> => {
    const mine = lock.then(async () => (ketoan.tokens?.access_token === used ? (await ketoan.refresh()).status : 200))
    lock = mine.catch(() => undefined)
    return mine
  }
  for (let round = 0; round < TAB_ROUNDS; round++) {
    const used = ketoan.tokens?.access_token ?? ''
    iam.clock.advance(30_000)
    await ketoan.click()
    const statuses = await Promise.all(Array.from({ length: 10 }, () => refreshInTurn(used)))
    expect(statuses).toEqual(new Array(10).fill(200))
    expect(ketoan.tokens?.access_token).not.toBe(used)
    // Twelve hours end any session: a day of tabs is several sign-ins.
    if (round % 1_000 === 999) ketoan = await iam.signedIn('ketoan')
  }
  expect((await ketoan.info()).status).toBe(200)
})

it(`${FORGED} forged tokens: none is accepted`, async () => {
  const real = ketoan.tokens?.access_token ?? ''
  const other = await iam.signedIn('kiemsoat')
  const [head = '', body = '', signature = ''] = real.split('.')
  const header = decodeProtectedHeader(real)
  const payload = decodeJwt(real)
  const foreign = generateKeyPairSync('ed25519').privateKey
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T
  const flipped = (text: string) => {
    const bytes = Buffer.from(text, 'base64url')
    const at = randomInt(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8))
    return bytes.toString('base64url')
  }
  const changed = () => ({
    ...payload,
    ...pick([
      { sub: '1' },
      { aud: 'PP_SYS' },
      { exp: 4_000_000_000 },
      { iss: 'other' },
      { sid: crypto.randomUUID() },
      { fam: crypto.randomUUID() },
      { fgp: 'A'.repeat(43) },
    ]),
  })
  const makers: (() => string)[] = [
    () => `${encode({ ...header, alg: pick(['none', 'None', 'nOnE', '']) })}.${pick([body, encode(changed())])}.${pick(['', signature])}`,
    () =>
      `${encode({ ...header, alg: pick(['HS256', 'HS512', 'RS256', 'ES256', 'PS256']) })}.${body}.${pick([signature, randomBytes(32).toString('base64url')])}`,
    () => {
      const text = `${encode({ ...header, ...pick([{}, { kid: 'unknown' }, { kid: '__proto__' }, { jwk: { kty: 'OKP' } }, { jku: 'http://x.test' }]) })}.${encode(changed())}`
      return `${text}.${sign(null, Buffer.from(text), foreign).toString('base64url')}`
    },
    () => `${head}.${encode(changed())}.${signature}`,
    () => `${head}.${body}.${flipped(signature)}`,
    () => `${flipped(head)}.${body}.${signature}`,
    () => `${head}.${flipped(body)}.${signature}`,
    () => real.slice(0, randomInt(real.length)),
    () => `${head}.${body}.${other.tokens?.access_token.split('.')[2]}`,
    () => randomBytes(randomInt(200)).toString('base64'),
  ]
  for (let number = 0; number < FORGED; number++) {
    const token = (makers[number % makers.length] as () => string)()
    if (token === real) continue
    const reply = await ketoan.call(userInfo, {}, { headers: { authorization: `Bearer ${token}` } })
    expect({ token, status: reply.status, good: /^(AWT-001|401)$/.test(reply.code) }).toEqual({ token, status: 401, good: true })
  }
  // The real one, without its cookie and with somebody else's.
  const bare = iam.browser()
  for (const cookies of [{}, other.cookies, { ...ketoan.cookies, '__Host-fp': 'x' }]) {
    bare.cookies = { ...cookies } as Record<string, string>
    expect((await bare.call(userInfo, {}, { headers: { authorization: `Bearer ${real}` } })).code).toBe('AWT-001')
  }
  expect((await ketoan.info()).status).toBe(200)
})

it(`one code used 64 times at once opens one session, ${OTP_ROUNDS} times over, and is never good again`, async () => {
  for (let round = 0; round < OTP_ROUNDS; round++) {
    // Past every lock that the losers have caused.
    iam.clock.advance(61 * 60_000)
    const otp = demoOtpOf(iam.runtime, 'tinh01')
    const replies = await Promise.all(Array.from({ length: 64 }, () => iam.browser({ ip: address() }).signIn({ account: 'tinh01', otp })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.every((reply) => ['API000', 'IAM-001', 'IAM-002'].includes(reply.code))).toBe(true)
    iam.clock.advance(61 * 60_000)
    expect((await iam.browser({ ip: address() }).signIn({ account: 'tinh01', otp })).code).toBe('IAM-001')
  }
})

describe('guessing', () => {
  it(`${GUESSES} times at one account from as many addresses is judged five times a lock`, async () => {
    const replies = await Promise.all(
      Array.from({ length: GUESSES }, (_, number) =>
        iam.browser({ ip: address() }).signIn({ account: 'giaodichvien', password: `Guess@${number}x`, otp: '123456' }),
      ),
    )
    expect(replies.filter((reply) => reply.code === 'IAM-001')).toHaveLength(5)
    expect(replies.filter((reply) => reply.code === 'IAM-002')).toHaveLength(GUESSES - 5)
    for (const reply of replies) if (reply.code === 'IAM-002') expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('one password at 1000 accounts from one address is judged a hundred times, and stops nobody elsewhere', async () => {
    const ip = address()
    const codes = new Map<string, number>()
    for (let number = 0; number < 1000; number++) {
      // As fast as the address may ask in the long run.
      if (FULL) iam.clock.advance(200)
      const { code } = await iam.browser({ ip }).signIn({ account: `nguoi.dung${number}`, password: 'Hanoi@2026', otp: '123456' })
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    expect(codes.get('IAM-001')).toBe(100)
    // The rest is refused unheard; of a flood nothing is even looked at.
    expect((codes.get('IAM-002') ?? 0) + (codes.get('SYS-429') ?? 0)).toBe(900)
    expect((await iam.browser({ ip: address() }).signIn({ account: 'doitac' })).status).toBe(200)
  })

  it(`${CLERKS} clerks behind one address who mistype names, passwords and codes for ${CLERK_ROUNDS} sign-ins each are never locked out`, async () => {
    const ip = address()
    const { db } = iam.runtime
    const clerks = Array.from({ length: CLERKS }, (_, number) => `quay.${number}`)
    const { password_hash } = await db
      .selectFrom('iam.credential as c')
      .innerJoin('iam.user_account as u', 'u.id', 'c.user_id')
      .select('c.password_hash')
      .where('u.account', '=', 'ketoan')
      .executeTakeFirstOrThrow()
    await db.transaction().execute((tx) =>
      createUsers(
        tx,
        iam.runtime,
        clerks.map((account) => ({
          account,
          fullName: account,
          scopeKind: 'SELF' as const,
          roles: ['TELLER'],
          applications: ['PP_QR'],
          passwordHash: password_hash,
          totpSecret: demoTotpSecret(iam.runtime.config.secretKey, account),
        })),
      ),
    )
    const browsers = clerks.map(() => iam.browser({ ip }))
    const refused: string[] = []
    for (let round = 0; round < CLERK_ROUNDS; round++) {
      // At first everybody errs at once; nobody of them has ever signed in.
      await Promise.all(
        clerks.flatMap((account, number) => [
          browsers[number]?.signIn({ account: `${account}${'xyz'[round % 3]}${round}`, otp: '123456' }),
          browsers[number]?.signIn({ account, password: 'BuuTram@2025' }),
        ]),
      )
      for (const [number, account] of clerks.entries()) {
        iam.clock.advance(1000)
        const { code } = (await browsers[number]?.signIn({ account })) ?? { code: '' }
        if (code !== 'API000') refused.push(`${round} ${account} ${code}`)
        // Some share a computer that forgets everything.
        if (browsers[number] && number % 2 === 0) browsers[number].cookies = {}
      }
      iam.clock.advance(3_600_000)
    }
    expect(refused).toEqual([])
  })

  it('a wrong application with the right proof is no failure, and forgives none', async () => {
    const fail = () => iam.browser({ ip: address() }).signIn({ account: 'doitac', password: 'wrong' })
    for (let time = 0; time < 3; time++) expect((await fail()).code).toBe('IAM-001')
    for (let time = 0; time < 6; time++) expect((await iam.browser({ ip: address() }).signIn({ account: 'doitac', clientId: 'PP_SYS' })).code).toBe('IAM-004')
    // The fourth and fifth failure are still the fourth and fifth.
    expect((await fail()).code).toBe('IAM-001')
    expect((await fail()).code).toBe('IAM-001')
    expect((await fail()).code).toBe('IAM-002')
  })

  it('an account that does not exist looks like one that does, first answer to last', async () => {
    const shape = async (account: string) => {
      const seen: string[] = []
      for (let time = 0; time < 7; time++) {
        const { traceId: _trace, headers, ...reply } = await iam.browser({ ip: address() }).signIn({ account, password: 'Wrong@2026', otp: '123456' })
        const { date: _date, ...rest } = headers
        seen.push(JSON.stringify({ reply, rest }))
      }
      return seen
    }
    const known = await shape('hanh.trinh12')
    expect(await shape('khong.co.ai')).toEqual(known)
    await iam.runtime.db.updateTable('iam.user_account').set({ status: 'LOCKED' }).where('account', '=', 'phuc.hoang13').execute()
    expect(await shape('phuc.hoang13')).toEqual(known)
  })
})
