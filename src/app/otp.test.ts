import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoTotpSecret, otpAt, stepOf } from '#core/iam/server/public.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'otp-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const KEY = Buffer.alloc(32, 3)
const run = (args: string[], env: Record<string, string> = {}) => {
  const plain = { PATH: process.env.PATH, DATA_DIR: dataDir, SECRET_KEY: KEY.toString('base64'), ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/app/otp.ts', ...args], { env: plain, encoding: 'utf8' })
  return { status, stdout, stderr }
}

it('prints the current code and nothing else', () => {
  const before = stepOf(new Date())
  const { status, stdout } = run(['ketoan'])
  const after = stepOf(new Date())
  expect(status).toBe(0)
  const secret = demoTotpSecret(KEY, 'ketoan')
  expect([before, after].map((step) => `${otpAt(secret, step)}\n`)).toContain(stdout)
})

it.each([
  ['an unknown account', ['nobody'], {}, 'There is no demo account nobody.\n'],
  ['no account', [], {}, 'Say whose OTP: npm run -s otp -- ACCOUNT\n'],
  ['a system that is no demo', ['ketoan'], { DEMO: '0' }, 'The otp command exists in demo mode only.\n'],
])('says one line for %s', (_name, args, env, line) => {
  expect(run(args, env)).toEqual({ status: 1, stdout: '', stderr: line })
})
