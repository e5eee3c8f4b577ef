import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAllClients } from '#core/iam/contract/sign-in/auth.ts'
import { syncMenus } from '#core/iam/server/public.ts'
import type { Browser } from '../../../../../test/browser.ts'
import { type IamApp, iamApp, whoAmI } from '../../../../../test/iam.ts'

let iam: IamApp
let admin: Browser
beforeEach(async () => {
  iam = await iamApp()
  admin = await iam.signedIn('admin')
})
afterEach(() => iam.close())

type Tokens = NonNullable<Browser['tokens']>
const codeWith = async (browser: Browser, tokens: Tokens): Promise<string> =>
  (await browser.call(whoAmI, {}, { headers: { authorization: `Bearer ${tokens.access_token}` } })).code

/** A screen in three of the sub-systems; that of PP_GL is shown by a rule only. */
const screens = () =>
  iam.runtime.db.transaction().execute((tx) =>
    syncMenus(
      tx,
      (['PP_QR', 'PP_GL', 'PP_SYS'] as const).map((application) => {
        const path = `/${application.toLowerCase().replace('_', '-')}/thunghiem`
        const place = { parentKey: null, application, level: 1, titleVi: 'Thử nghiệm', titleEn: 'Trial' }
        return { ...place, key: path, path, permission: `${path.slice(1)}/view`, gated: application === 'PP_GL' }
      }),
    ),
  )

it('the sub-systems with screens are listed for the sign-in page, in the language of the caller', async () => {
  await screens()
  const vi = await iam.browser().call(findAllClients, {})
  expect(vi.data?.map((one) => one.code)).toEqual(['PP_QR', 'PP_GL', 'PP_SYS'])
  const en = await iam.browser().call(findAllClients, {}, { language: 'en' })
  expect([vi.data?.[0]?.name, en.data?.[0]?.name]).toEqual(['Thanh toán QR', 'QR payment'])
  await iam.runtime.db.updateTable('iam.application').set({ status: 'LOCKED' }).where('code', '=', 'PP_QR').execute()
  expect((await iam.browser().call(findAllClients, {})).data?.map((one) => one.code)).not.toContain('PP_QR')
})

it('who is signed in gets each of their sub-systems with the screens that they see there, whichever they are in', async () => {
  await screens()
  await iam.runtime.pool.query('delete from iam.menu_rule')
  const screensOf = async (browser: Browser) => Object.fromEntries((await browser.info()).data?.applications.map(({ code, screens }) => [code, screens]) ?? [])
  const seen = await screensOf(admin)
  expect(seen).toMatchObject({ PP_QR: ['/pp-qr/thunghiem'], PP_SYS: ['/pp-sys/thunghiem'], PP_GL: [], PP_COB: [] })
  await iam.runtime.pool.query("insert into iam.menu_rule (application, path, name) values ('PP_GL', '/pp-gl/thunghiem', 'Mọi người')")
  expect(await screensOf(admin)).toMatchObject({ PP_GL: ['/pp-gl/thunghiem'] })
  await admin.switchTo('PP_SYS')
  expect(await screensOf(admin)).toMatchObject({ PP_QR: ['/pp-qr/thunghiem'] })
  const teller = await screensOf(await iam.signedIn('giaodichvien'))
  expect(teller.PP_QR).toEqual(['/pp-qr/thunghiem'])
  expect(teller).not.toHaveProperty('PP_SYS')
  expect(Object.entries(teller).filter(([code, screens]) => code !== 'PP_QR' && screens.length > 0)).toEqual([])
})

describe('switching the sub-system', () => {
  it('gives tokens for it, and its permissions', async () => {
    expect((await admin.switchTo('PP_SYS')).status).toBe(200)
    const info = await admin.info()
    expect(info.data).toMatchObject({ clientId: 'PP_SYS', authorization: [{ uri: 'pp-sys/thunghiem/view', action: 'view' }] })
    expect((await admin.call(whoAmI, {})).data?.clientId).toBe('PP_SYS')
    expect((await admin.refresh()).status).toBe(200)
    expect((await admin.info()).data?.clientId).toBe('PP_SYS')
  })

  it('keeps the previous tokens good, so that a browser can go back', async () => {
    const before = admin.tokens as Tokens
    await admin.switchTo('PP_SYS')
    expect(await codeWith(admin, before)).toBe('API000')
    expect((await admin.refresh(before.refresh_token, 'PP_QR')).status).toBe(200)
    expect(await codeWith(admin, admin.tokens as Tokens)).toBe('API000')
  })

  it('ends the tokens before the previous ones', async () => {
    const before = admin.tokens as Tokens
    await admin.switchTo('PP_SYS')
    await admin.switchTo('PP_GL')
    expect(await codeWith(admin, before)).toBe('401')
    expect((await admin.refresh(before.refresh_token, 'PP_QR')).code).toBe('KC-003')
    expect((await admin.refresh()).status).toBe(200)
  })

  it('is refused without an entry, without a permission there, and for a locked sub-system, naming it', async () => {
    const teller = await iam.signedIn('giaodichvien')
    const before = teller.tokens as Tokens
    expect(await teller.switchTo('PP_SYS')).toMatchObject({ status: 403, code: 'IAM-004', message: 'Bạn không có quyền truy cập ứng dụng Quản trị hệ thống' })
    // An entry, and nothing to do there.
    expect((await teller.switchTo('PP_EGP')).code).toBe('IAM-004')
    await iam.runtime.db.updateTable('iam.application').set({ status: 'LOCKED' }).where('code', '=', 'PP_GL').execute()
    expect((await admin.switchTo('PP_GL')).code).toBe('IAM-004')
    expect(await codeWith(teller, before)).toBe('API000')
    expect((await teller.refresh()).status).toBe(200)
  })

  it('to the default sub-system needs the entry only', async () => {
    expect((await admin.switchTo('O2O_CRM')).status).toBe(200)
    await iam.runtime.db.deleteFrom('iam.user_application').where('application', '=', 'O2O_CRM').execute()
    expect((await admin.switchTo('O2O_CRM')).code).toBe('IAM-004')
  })

  it('leaves the idle clock and the end of the session alone', async () => {
    iam.clock.advance(59 * 60_000)
    await admin.refresh()
    await admin.switchTo('PP_SYS')
    iam.clock.advance(60_000)
    expect((await admin.refresh()).code).toBe('KC-003')
  })
})
