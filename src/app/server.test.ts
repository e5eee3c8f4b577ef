import { afterAll, beforeAll, expect, it } from 'vitest'
import { userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import { type TestApp, testApp } from '../../test/app.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

it('knows its demo accounts after a real sign-in', async () => {
  const reply = await world.call(userInfo, {}, { as: 'ketoan' })
  expect(reply).toMatchObject({ status: 200, code: 'API000', data: { userName: 'ketoan' } })
  expect(await world.call(userInfo, {})).toMatchObject({ status: 401 })
})

it('answers a signed-in call', async () => {
  expect((await world.call(searchUnits, {}, { as: 'tinh01' })).status).toBe(200)
})
