import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Appearance, MAX_TABS, myPreferences, savePreferences } from '#kernel/preferences.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { gatewayWorld } from '../../../../test/payments.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
  await gatewayWorld(test.runtime)
})
afterAll(() => test.close())

const appearance: Appearance = {
  language: 'en',
  theme: 'dark',
  menuTheme: 'dark',
  layout: 'top',
  contentWidth: 'fixed',
  density: 'compact',
  colour: 'teal',
  fixedHeader: true,
  autoHideHeader: false,
  fixedSider: false,
  colourWeak: false,
  multiTab: true,
  siderCollapsed: false,
}
const tab = (address: string) => ({ address, label: null, pinned: false })
const mine = async (as: string, clientId?: 'O2O_CRM') => (await test.call(myPreferences, {}, { as, ...(clientId ? { clientId } : {}) })).data

describe('preferences', () => {
  it('are nothing at first, and then what was saved, each document by itself', async () => {
    expect(await mine('ketoan')).toEqual({ appearance: null, tabs: null, recent: null })
    await test.call(savePreferences, { appearance }, { as: 'ketoan' })
    await test.call(savePreferences, { tabs: [tab('/a?b=1')] }, { as: 'ketoan' })
    expect(await mine('ketoan')).toEqual({ appearance, tabs: [tab('/a?b=1')], recent: null })
    await test.call(savePreferences, { tabs: [] }, { as: 'ketoan' })
    expect(await mine('ketoan')).toMatchObject({ appearance, tabs: [] })
  })

  it('are one person’s own', async () => {
    await test.call(savePreferences, { appearance }, { as: 'ketoan' })
    expect(await mine('kiemsoat')).toEqual({ appearance: null, tabs: null, recent: null })
  })

  it('keep open pages apart for each application, and the looks for all', async () => {
    await test.call(savePreferences, { appearance, tabs: [tab('/qr')], recent: [{ address: '/qr', title: 'QR' }] }, { as: 'ketoan' })
    expect(await mine('ketoan', 'O2O_CRM')).toEqual({ appearance, tabs: null, recent: null })
    await test.call(savePreferences, { tabs: [tab('/crm')] }, { as: 'ketoan', clientId: 'O2O_CRM' })
    expect((await mine('ketoan'))?.tabs).toEqual([tab('/qr')])
  })

  it('take nothing that is not an address of the portal, too much, or unknown', async () => {
    const before = await mine('ketoan')
    const refused = async (input: object) => {
      const reply = await test.call(savePreferences, input as never, { as: 'ketoan' })
      expect(reply.status, JSON.stringify(input)).toBe(422)
    }
    for (const address of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '']) await refused({ tabs: [tab(address)] })
    await refused({ tabs: Array.from({ length: MAX_TABS + 1 }, (_, at) => tab(`/${at}`)) })
    await refused({ appearance: { ...appearance, theme: 'pink' } })
    await refused({ appearance: { theme: 'dark' } })
    await refused({ other: {} })
    expect(await mine('ketoan')).toEqual(before)
    expect((await test.call(myPreferences, {})).status).toBe(401)
  })

  it('hold the longest pages there may be', async () => {
    const tabs = Array.from({ length: MAX_TABS }, (_, at) => ({ address: `/${'ệ'.repeat(990)}${at}`, label: 'ệ'.repeat(200), pinned: true }))
    expect((await test.call(savePreferences, { tabs }, { as: 'kiemsoat' })).status).toBe(200)
    expect((await mine('kiemsoat'))?.tabs).toEqual(tabs)
  })

  it('of an earlier release that do not fit any more are none', async () => {
    await test.runtime.pool.query(
      `update preferences.document set value = '{"theme": "sepia"}' where key = 'appearance' and user_id = (select id from iam.user_account where account = 'ketoan')`,
    )
    expect((await mine('ketoan'))?.appearance).toBeNull()
  })
})
