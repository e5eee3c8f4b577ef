import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importPKCS8, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { open } from '#platform/server/secret-box.ts'
import type { Browser } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'
import { WORKPLACES } from '../../../../app/applications.ts'
import { syncPermissions } from './permissions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let iam: IamApp
let ketoan: Browser
beforeEach(async () => {
  iam = await iamApp()
  ketoan = await iam.signedIn('ketoan')
})
afterEach(() => iam.close())

const codeOf = async (browser: Browser): Promise<string> => (await browser.call(whoAmI, {})).code
const bearer = (browser: Browser, token: string) => browser.call(whoAmI, {}, { headers: { authorization: `Bearer ${token}` } })

describe('an access token', () => {
  it('opens nothing without its cookie, or with the cookie of somebody else', async () => {
    const { access_token: token } = ketoan.tokens as { access_token: string }
    const thief = iam.browser()
    expect((await bearer(thief, token)).code).toBe('AWT-001')
    const other = await iam.signedIn('kiemsoat')
    expect((await bearer(other, token)).code).toBe('AWT-001')
    expect((await bearer(ketoan, token)).code).toBe('API000')
  })

  it('asks for a sign-in when there is none', async () => {
    expect(await iam.browser().call(whoAmI, {})).toMatchObject({ status: 401, code: '401' })
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic a2V0b2FuOng=', 'Bearer a b', `Bearer ${'x'.repeat(3000)}`]) {
      expect(await ketoan.call(whoAmI, {}, { headers: { authorization } }), authorization).toMatchObject({ status: 401, code: 'AWT-001' })
    }
  })

  it('ends after five minutes with the code that makes a browser refresh', async () => {
    iam.clock.advance(5 * MINUTE - 1000)
    expect(await codeOf(ketoan)).toBe('API000')
    iam.clock.advance(1000)
    expect(await ketoan.call(whoAmI, {})).toMatchObject({ status: 401, code: '401' })
    await ketoan.refresh()
    expect(await codeOf(ketoan)).toBe('API000')
  })
})

describe('a forged token', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('is never accepted', async () => {
    const real = ketoan.tokens?.access_token as string
    const header = decodeProtectedHeader(real) as JWTHeaderParameters
    const payload = decodeJwt(real)
    const [head = '', body = '', signature = ''] = real.split('.')
    const foreign = generateKeyPairSync('ed25519').privateKey
    const withForeignKey = (changes: JWTPayload, headers: object = {}) => {
      const text = `${encode({ ...header, ...headers })}.${encode({ ...payload, ...changes })}`
      return `${text}.${signBytes(null, Buffer.from(text), foreign).toString('base64url')}`
    }
    const stored = await iam.runtime.db.selectFrom('iam.signing_key').selectAll().executeTakeFirstOrThrow()
    const publicKey = Buffer.from((stored.public_jwk as { x: string }).x, 'base64url')
    const hmac = (secret: Uint8Array) => new SignJWT(payload).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret)
    const forged = [
      ...['none', 'None', 'NONE', ''].flatMap((alg) => [`${encode({ ...header, alg })}.${body}.`, `${encode({ ...header, alg })}.${body}.${signature}`]),
      await hmac(publicKey),
      await hmac(Buffer.from(JSON.stringify(stored.public_jwk))),
      withForeignKey({}),
      withForeignKey({}, { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' } }),
      withForeignKey({}, { jku: 'http://127.0.0.1/keys' }),
      withForeignKey({}, { kid: 'unknown' }),
      withForeignKey({}, { kid: '__proto__' }),
      `${head}.${encode({ ...payload, sub: '1' })}.${signature}`,
      `${head}.${encode({ ...payload, aud: 'PP_SYS' })}.${signature}`,
      `${head}.${encode({ ...payload, exp: 4_000_000_000 })}.${signature}`,
      `${encode({ ...header, crit: ['b64'], b64: false })}.${body}.${signature}`,
      `${head}.${body}.${'A'.repeat(signature.length)}`,
      `${head}.${body}`,
      `${head}.${body}.`,
      `${head}..${signature}`,
      `.${body}.${signature}`,
      real.slice(0, -3),
      `${real}.x`,
      'not-a-token',
      'a.b.c',
      '..',
    ]
    // Each bit of the signature counts.
    for (let at = 0; at < 40; at++) {
      const bytes = Buffer.from(signature, 'base64url')
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      forged.push(`${head}.${body}.${bytes.toString('base64url')}`)
    }
    for (const token of forged) {
      const reply = await bearer(ketoan, token)
      expect({ token, status: reply.status, code: reply.code }).toEqual({ token, status: 401, code: 'AWT-001' })
    }
    expect(await codeOf(ketoan)).toBe('API000')
  })

  it('is not accepted even from our own key when it was not made for this session', async () => {
    const real = ketoan.tokens?.access_token as string
    const header = decodeProtectedHeader(real) as JWTHeaderParameters
    const payload = decodeJwt(real)
    const stored = await iam.runtime.db.selectFrom('iam.signing_key').selectAll().executeTakeFirstOrThrow()
    const pem = open(iam.runtime.config.secretKey, stored.private_sealed, `iam.signing-key:${stored.kid}`).toString('utf8')
    const key = await importPKCS8(pem, 'EdDSA')
    const signed = (changes: Record<string, unknown>, headers: object = {}) =>
      new SignJWT({ ...payload, ...changes }).setProtectedHeader({ ...header, ...headers }).sign(key)
    const other = decodeJwt((await iam.signedIn('kiemsoat')).tokens?.access_token as string)
    expect((await bearer(ketoan, await signed({}))).code).toBe('API000')
    const cases: [string, Record<string, unknown>, object?][] = [
      ['AWT-001', { sub: other.sub }],
      ['AWT-001', { sid: other.sid }],
      ['JWT-001', { sid: '00000000-0000-4000-8000-000000000000' }],
      ['AWT-001', { sid: 'x' }],
      ['AWT-001', { aud: 'PP_SYS' }],
      ['AWT-001', { aud: ['PP_QR'] }],
      ['AWT-001', { aud: undefined }],
      ['401', { fam: other.fam }],
      ['AWT-001', { fgp: other.fgp }],
      ['AWT-001', { iss: 'somebody' }],
      ['AWT-001', { exp: undefined }],
      ['AWT-001', { nbf: Math.floor(iam.clock.now().getTime() / 1000) + 60 }],
      ['401', { exp: Math.floor(iam.clock.now().getTime() / 1000) - 1 }],
      ['AWT-001', {}, { typ: 'JWT' }],
      ['AWT-001', {}, { typ: undefined }],
      ['AWT-001', {}, { cty: 'x' }],
    ]
    for (const [code, changes, headers] of cases)
      expect([code, changes, (await bearer(ketoan, await signed(changes, headers))).code]).toEqual([code, changes, code])
  })
})

describe('within a second', () => {
  const disable = () => iam.runtime.db.updateTable('iam.user_account').set({ status: 'DISABLED' }).where('account', '=', 'ketoan').execute()

  it('a logout ends the access token, in the process that made it at once', async () => {
    const copy = { ...ketoan.cookies }
    const reply = await ketoan.logout()
    expect(reply).toMatchObject({ status: 200, code: 'API000', data: null })
    expect(Object.keys(ketoan.cookies)).toEqual(['__Host-device'])
    ketoan.cookies = copy
    expect(await ketoan.call(whoAmI, {})).toMatchObject({ status: 401, code: 'JWT-001', message: 'Phiên đăng nhập hết hạn' })
    expect((await ketoan.refresh()).code).toBe('KC-003')
  })

  it('a session ended by another process is over', async () => {
    expect(await codeOf(ketoan)).toBe('API000')
    await iam.runtime.db.updateTable('iam.session').set({ revoked_at: iam.clock.now(), revoke_reason: 'ADMIN' }).execute()
    iam.clock.advance(1000)
    expect(await codeOf(ketoan)).toBe('JWT-001')
  })

  it('a disabled user is out, for good', async () => {
    expect(await codeOf(ketoan)).toBe('API000')
    await disable()
    iam.clock.advance(1000)
    expect(await codeOf(ketoan)).toBe('JWT-001')
    expect((await ketoan.refresh()).code).toBe('KC-003')
  })

  it('a right that was taken is gone, and one that was given is there', async () => {
    const { db } = iam.runtime
    expect(await codeOf(ketoan)).toBe('API000')
    const role = await db.selectFrom('iam.role').select('id').where('code', '=', 'ACCOUNTANT').executeTakeFirstOrThrow()
    const permission = await db.selectFrom('iam.permission').select('id').where('uri', '=', whoAmI.permission).executeTakeFirstOrThrow()
    await db.deleteFrom('iam.role_permission').where('role_id', '=', role.id).where('permission_id', '=', permission.id).execute()
    iam.clock.advance(1000)
    expect(await ketoan.call(whoAmI, {})).toMatchObject({ status: 403, code: '403' })
    await db.insertInto('iam.role_permission').values({ role_id: role.id, permission_id: permission.id }).execute()
    iam.clock.advance(1000)
    expect(await codeOf(ketoan)).toBe('API000')
    await db.updateTable('iam.role').set({ status: 'LOCKED' }).where('id', '=', role.id).execute()
    iam.clock.advance(1000)
    expect(await codeOf(ketoan)).toBe('403')
    await db.updateTable('iam.role').set({ status: 'ACTIVE' }).where('id', '=', role.id).execute()
    await db.updateTable('iam.application').set({ status: 'LOCKED' }).where('code', '=', 'PP_QR').execute()
    iam.clock.advance(1000)
    expect(await codeOf(ketoan)).toBe('403')
    await db.updateTable('iam.application').set({ status: 'ACTIVE' }).execute()
    await db.transaction().execute((tx) => syncPermissions(tx, [{ uri: 'pp-qr/khac/view', application: 'PP_QR' }], WORKPLACES))
    iam.clock.advance(1000)
    expect(await codeOf(ketoan)).toBe('403')
  })

  it('and until then one look into the database serves many calls', async () => {
    await codeOf(ketoan)
    await disable()
    iam.clock.advance(999)
    expect(await codeOf(ketoan)).toBe('API000')
  })
})

describe('the idle clock', () => {
  it('ends a session after an hour without a click, whatever else it does', async () => {
    for (let minute = 0; minute < 59; minute += 4) {
      iam.clock.advance(4 * MINUTE - 5000)
      expect((await ketoan.refresh()).status).toBe(200)
      expect(await codeOf(ketoan)).toBe('API000')
    }
    iam.clock.advance(5000 * 15 - 1)
    expect((await ketoan.refresh()).status).toBe(200)
    iam.clock.advance(1)
    expect(await codeOf(ketoan)).toBe('JWT-001')
    expect((await ketoan.refresh()).code).toBe('KC-003')
  })

  it('starts again with a click', async () => {
    iam.clock.advance(4 * MINUTE)
    const answer = await ketoan.click()
    expect(Date.parse((answer.data as { idleEndsAt: string }).idleEndsAt)).toBe(iam.clock.now().getTime() + HOUR)
    iam.clock.advance(HOUR - 1)
    expect((await ketoan.refresh()).status).toBe(200)
    iam.clock.advance(1)
    expect((await ketoan.refresh()).code).toBe('KC-003')
  })

  it('writes a burst of clicks once', async () => {
    iam.clock.advance(2000)
    const clicks = async () => (await iam.runtime.db.selectFrom('iam.session').select('last_click_at').executeTakeFirstOrThrow()).last_click_at.getTime()
    await ketoan.click()
    const first = await clicks()
    for (let time = 0; time < 5; time++) {
      iam.clock.advance(100)
      await ketoan.click()
    }
    expect(await clicks()).toBe(first)
    iam.clock.advance(500)
    await ketoan.click()
    expect(await clicks()).toBe(first + 1000)
  })

  it('does not keep a session beyond twelve hours', async () => {
    for (let quarter = 0; quarter < 47; quarter++) {
      iam.clock.advance(15 * MINUTE)
      expect((await ketoan.refresh()).status).toBe(200)
      await ketoan.click()
    }
    iam.clock.advance(15 * MINUTE - 1)
    expect((await ketoan.refresh()).status).toBe(200)
    iam.clock.advance(1)
    expect(await codeOf(ketoan)).toBe('JWT-001')
    expect((await ketoan.refresh()).code).toBe('KC-003')
  })
})

describe('a logout', () => {
  it('needs the cookie of the session, and answers the same without it', async () => {
    const thief = iam.browser()
    thief.tokens = ketoan.tokens
    expect((await thief.logout()).status).toBe(200)
    expect(await codeOf(ketoan)).toBe('API000')
  })

  it('works with the access token when the refresh token is lost, and with the refresh token when the access token is old', async () => {
    const first = ketoan.tokens as { access_token: string; refresh_token: string }
    ketoan.tokens = { ...first, refresh_token: 'lost' }
    await ketoan.logout()
    const alive = () => iam.runtime.db.selectFrom('iam.session').select('sid').where('revoked_at', 'is', null).execute()
    expect(await alive()).toEqual([])
    const other = await iam.signedIn('kiemsoat')
    iam.clock.advance(10 * MINUTE)
    expect(await alive()).toHaveLength(1)
    await other.logout()
    expect(await alive()).toEqual([])
  })
})
