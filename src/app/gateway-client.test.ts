/** The client of docs/gateway.md as it stands there, run by Node against a server: what a developer of a partner's app would do first. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { namesIn } from '#core/audit/server/names.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { createApp } from '#subsystems/sdk/contract/apps.ts'
import { getSdkFacts } from '#subsystems/sdk/contract/facts.ts'
import { listSdkTransactions } from '#subsystems/sdk/contract/transactions.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { flatFee } from '../../test/payments.ts'
import { GATEWAY_FILE } from './gateway-doc.ts'
import { systemRegistry } from './server.ts'
import { APPS } from './simulator/sdk.ts'

const document = readFileSync(GATEWAY_FILE, 'utf8')
const [, program = ''] = /```js\n(\/\/ sdk-client\.mjs\n.*?)```/s.exec(document) ?? []

/** How the document has it run: which partner gets a key, and the settings of its app. */
const [, partner = '', settings = ''] = /\nenv \$\(npm run -s partner-key -- (\S+)\) (.*) node sdk-client\.mjs\n/.exec(document) ?? []
const { APP = '', REDIRECT = '' } = Object.fromEntries(settings.split(' ').map((one) => one.split('=')))

let test: TestApp
let base: string
beforeAll(async () => {
  test = await testApp()
  await flatFee(test.runtime, 'SDK', '1000')
  // As the demo has it.
  const { id: partnerId } = await test.runtime.db.selectFrom('organisation.partner').select('id').where('code', '=', partner).executeTakeFirstOrThrow()
  await test.runtime.db.transaction().execute((tx) => enablePartners(tx, [partnerId]))
  const app = APPS.find(({ code }) => code === APP)
  if (app?.partner !== partner) throw new Error(`the demo has no app ${APP} of ${partner}`)
  const { name, platforms, redirects } = app
  expect(await test.call(createApp, { code: APP, name, partnerId, platforms, redirects }, { as: 'ketoan' })).toMatchObject({ status: 200 })
  base = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test?.close())

/** What a program writes, with what is set in its environment. */
async function written(
  args: string[],
  { env, stdin = '' }: { env: Record<string, string>; stdin?: string },
): Promise<{ out: string; wrong: string; code: number }> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(stdin)
  const [out, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, wrong, code }
}

const command = (...args: string[]) => {
  const { database, config } = test.runtime
  const env = { DATABASE_URL: database.connectionString, SECRET_KEY: config.secretKey.toString('base64') }
  return written(['src/app/partner-key.ts', ...args], { env })
}

/** A key of the partner, as the command prints it for the environment of the client. */
async function issued(): Promise<Record<string, string>> {
  const { out, code } = await command(partner)
  expect(code).toBe(0)
  return Object.fromEntries(
    out
      .trim()
      .split('\n')
      .map((line) => /^(\w+)=(.+)$/.exec(line)?.slice(1) ?? [line]),
  )
}

/** What the client writes, a line an object. */
async function ran(env: Record<string, string>): Promise<unknown[]> {
  const { out, wrong } = await written(['--input-type=module', '-'], { env: { BASE: base, APP, ...env }, stdin: program })
  expect(wrong).toBe('')
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

it('begins a payment of an app of the demo with a key that was just issued, is refused a second one of its order, and reports the outcome', async () => {
  const [begun, refused, paid] = await ran({ ...(await issued()), REDIRECT })
  expect(begun).toMatchObject({ what: 'begun', status: 200, data: { status: 'INITIATED', amount: '250000.00' } })
  const { transactionCode = '' } = (begun as { data?: { transactionCode: string } }).data ?? {}
  expect(refused).toMatchObject({ status: 409, code: 'PAY-018', data: { transactionCode, status: 'INITIATED' } })
  expect(paid).toMatchObject({ what: 'paid', status: 200, data: { transactionCode, status: 'SUCCEEDED', fee: '1000.00' } })
  const { data } = await test.list(listSdkTransactions, { filter: { code: transactionCode } }, { as: 'ketoan' })
  expect(data?.result).toMatchObject([{ status: 'SUCCEEDED', appCode: APP, platform: 'ANDROID', risk: 'NEW_DEVICE' }])
  const facts = await test.call(getSdkFacts, { id: data?.result[0]?.id ?? '' }, { as: 'ketoan' })
  expect(facts.data?.redirect?.replace(/\d+$/, '')).toBe(`${REDIRECT}?order=DH-`)
})

it('runs without a redirect address', async () => {
  expect(await ran(await issued())).toMatchObject([{ status: 200 }, { status: 409 }, { status: 200 }])
})

it('is told what is wrong when its secret is', async () => {
  const [begun] = await ran({ ...(await issued()), SECRET: 'another' })
  expect(begun).toMatchObject({ status: 401, code: 'GTW-002', message: 'The signature is wrong' })
})

it('is refused once its key is revoked; both are in the audit log, the secret is not', async () => {
  const key = await issued()
  const { CLIENT_ID = '', SECRET = '' } = key
  expect(await command('revoke', CLIENT_ID, 'máy', 'bị', 'mất')).toMatchObject({ code: 0, out: '' })
  expect((await ran(key))[0]).toMatchObject({ status: 403 })
  const { rows } = await test.runtime.pool.query<{ action: string; after: object }>(
    "select action, after from platform.audit_entry where subject_type = 'organisation.partner_credential' and subject_id = $1 order by id",
    [CLIENT_ID],
  )
  const runBy = expect.stringMatching(/./)
  expect(rows).toEqual([
    { action: 'partners.gateway-key-issued', after: { partnerId: expect.any(String), runBy } },
    { action: 'partners.gateway-key-revoked', after: { partnerId: expect.any(String), runBy, reason: 'máy bị mất' } },
  ])
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  for (const language of LANGUAGES) for (const { action } of rows) expect(namesIn(systemRegistry(), language).actions[action]).toBeTruthy()
})

it.each([
  ['nobody', [], 'Say whose key'],
  ['an unknown partner', ['NOBODY'], 'There is no partner NOBODY. Partners: ANPHAT, '],
  ['a key without a reason', ['revoke', 'gw-vcb'], 'Say whose key'],
  ['an unknown key', ['revoke', 'gw-nobody', 'mất'], 'There is no key gw-nobody'],
])('the command says what is wrong with %s', async (_name, args, line) => {
  const { code, out, wrong } = await command(...args)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(wrong).toContain(line)
})

it('the command issues nothing under another secret key than the server’s', async () => {
  const { database } = test.runtime
  const env = { DATABASE_URL: database.connectionString, SECRET_KEY: Buffer.alloc(32, 9).toString('base64') }
  expect(await written(['src/app/partner-key.ts', partner], { env })).toMatchObject({ code: 1, out: '', wrong: expect.stringContaining('SECRET_KEY') })
})
