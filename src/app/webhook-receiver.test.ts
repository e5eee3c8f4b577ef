import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhookHeaders } from '#core/partners/server/webhooks/secrets.ts'
import { WEBHOOK_SECRET } from '../../test/webhooks.ts'
import { GATEWAY_FILE } from './gateway-doc.ts'

/** The receiver of docs/gateway.md is run as it stands there. */
const folder = mkdtempSync(join(tmpdir(), 'receiver-'))
let child: ChildProcess
let address: string

beforeAll(async () => {
  const [, code = ''] = /<!-- receiver -->\n```js\n(.*?)```\n<!-- \/receiver -->/s.exec(readFileSync(GATEWAY_FILE, 'utf8')) ?? []
  writeFileSync(join(folder, 'receiver.mjs'), code)
  child = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env: { WEBHOOK_SECRETS: WEBHOOK_SECRET, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('the receiver has no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  address = `http://127.0.0.1:${line.split(' ').at(-1)}/events`
})
afterAll(async () => {
  child.kill()
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
})

const event = JSON.stringify({ id: 'e1', subject: 'QR1', stateVersion: 1, data: { status: 'SUCCEEDED' } })
const post = async (body: string, headers: Record<string, string>) => (await fetch(address, { method: 'POST', body, headers })).status

it('takes what is signed with its key, among the signatures of others, once and again', async () => {
  const headers = webhookHeaders([`whsec_${Buffer.alloc(32, 1).toString('base64')}`, WEBHOOK_SECRET], { id: 'e1', body: event, at: new Date() })
  expect([await post(event, headers), await post(event, headers)]).toEqual([204, 204])
})

it('refuses another key, another body and a timestamp that is too old', async () => {
  const at = new Date()
  const signed = (secret: string, time = at) => webhookHeaders([secret], { id: 'e2', body: event, at: time })
  expect(await post(event, signed(`whsec_${Buffer.alloc(32, 1).toString('base64')}`))).toBe(401)
  expect(await post(event.replace('SUCCEEDED', 'FAILED'), signed(WEBHOOK_SECRET))).toBe(401)
  expect(await post(event, signed(WEBHOOK_SECRET, new Date(at.getTime() - 301_000)))).toBe(401)
  expect(await post(event, {})).toBe(401)
})
