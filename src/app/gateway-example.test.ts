/** The calls of docs/gateway.md as they stand there, run by a shell against a server: what a partner's developer would do first. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { type CounterWorld, counterWorld } from '../../test/counter.ts'
import { GATEWAY_FILE } from './gateway-doc.ts'

const [first = '', counter = ''] = [...readFileSync(GATEWAY_FILE, 'utf8').matchAll(/```sh\n(.*?)```/gs)]
  .map(([, block = '']) => block)
  .filter((block) => block.includes('BODY='))

/** They need what a partner's machine has. */
const equipped = spawnSync('sh', ['-c', 'command -v curl && command -v openssl']).status === 0

let test: TestApp
let world: CounterWorld
let base: string
beforeAll(async () => {
  test = await testApp()
  world = await counterWorld(test)
  await test.runtime.database.owner.query("update merchants.merchant set code = 'MC010001' where code = 'M-HANOI'")
  base = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

/** What the example answers, with the address and the key of this server in place of its own. */
async function answerOf(example: string) {
  const named = example
    .replace(/^BASE=.*$/m, `BASE=${base}`)
    .replace(/^CLIENT_ID=.*$/m, `CLIENT_ID=${world.channel.clientId}`)
    .replace(/^SECRET=.*$/m, `SECRET='${world.channel.secret}'`)
  const { stdout } = await promisify(execFile)('sh', ['-c', named], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

it.skipIf(!equipped)('a payment is reported as the document says', async () => {
  expect(await answerOf(first)).toMatchObject({ code: 'API000', data: { externalRef: 'EX-20261121-000001', status: 'SUCCEEDED', amount: '150000.00' } })
})

it.skipIf(!equipped)('so is a money order that a counter has taken in', async () => {
  const body = /^BODY=.*$/m.exec(counter)?.[0] ?? ''
  expect(body).toContain('"service":"CFM"')
  const reply = await answerOf(first.replace(/^BODY=.*$/m, () => body))
  expect(reply).toMatchObject({
    code: 'API000',
    data: {
      externalRef: 'CT-20261121-000001',
      status: 'SUCCEEDED',
      amount: '1000000.00',
      fee: '20000.00',
      tax: '2000.00',
      told: { secret: expect.stringMatching(/^\d{8}$/) },
    },
  })
})
