/** The client of docs/gateway.md as it stands there, run by Node against a server: what a developer of a partner's app would do first. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSdkFacts } from '#subsystems/sdk/contract/facts.ts'
import { listSdkTransactions } from '#subsystems/sdk/contract/transactions.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { flatFee, type GatewayWorld, gatewayWorld } from '../../test/payments.ts'
import { registerApp } from '../../test/sdk.ts'
import { GATEWAY_FILE } from './gateway-doc.ts'

const [, program = ''] = /```js\n(\/\/ sdk-client\.mjs\n.*?)```/s.exec(readFileSync(GATEWAY_FILE, 'utf8')) ?? []

let test: TestApp
let world: GatewayWorld
let base: string
beforeAll(async () => {
  test = await testApp()
  world = await gatewayWorld(test.runtime)
  await flatFee(test.runtime, 'SDK', '1000')
  await registerApp(test, { code: 'EXAMPLE-APP', partnerId: world.vcb.partnerId })
  base = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test?.close())

/** What the client writes, a line an object, with what a partner sets in the environment. */
async function written(env: Record<string, string>): Promise<unknown[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-'], { env: { PATH: process.env.PATH, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(program)
  const [out, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(wrong).toBe('')
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

it('begins a payment, is refused a second one of its order, and reports the outcome', async () => {
  const { clientId, secret } = world.vcb
  const [begun, refused, paid] = await written({ BASE: base, CLIENT_ID: clientId, SECRET: secret })
  expect(begun).toMatchObject({ what: 'begun', status: 200, data: { status: 'INITIATED', amount: '250000.00' } })
  const { transactionCode = '' } = (begun as { data?: { transactionCode: string } }).data ?? {}
  expect(refused).toMatchObject({ status: 409, code: 'PAY-018', data: { transactionCode, status: 'INITIATED' } })
  expect(paid).toMatchObject({ what: 'paid', status: 200, data: { transactionCode, status: 'SUCCEEDED', fee: '1000.00' } })
  const { data } = await test.list(listSdkTransactions, { filter: { code: transactionCode } }, { as: 'ketoan' })
  expect(data?.result).toMatchObject([{ status: 'SUCCEEDED', appCode: 'EXAMPLE-APP', platform: 'ANDROID', risk: 'NEW_DEVICE' }])
  const facts = await test.call(getSdkFacts, { id: data?.result[0]?.id ?? '' }, { as: 'ketoan' })
  expect(facts.data?.redirect).toMatch(/^https:\/\/pay\.example\.vn\/return\?order=DH-\d+$/)
})

it('is told what is wrong when its secret is', async () => {
  const [begun] = await written({ BASE: base, CLIENT_ID: world.vcb.clientId, SECRET: 'another' })
  expect(begun).toMatchObject({ status: 401, code: 'GTW-002', message: 'The signature is wrong' })
})
