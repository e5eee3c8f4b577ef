/** What the suites that ask a server over HTTP share. */
import { Agent, request } from 'node:http'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD, demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import type { SubsystemCode } from '#kernel/applications.ts'

interface Answer {
  status: number
  body: string
}
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export function call(url: string, headers: Record<string, string>, body: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { agent, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export async function signIn(address: string, account: string, clientId: SubsystemCode = 'PP_QR'): Promise<Record<string, string>> {
  const otp = JSON.parse((await call(`${address}/api${demoOtp.path}?account=${account}`, {}, undefined)).body).data.otp
  const response = await fetch(`${address}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: DEMO_PASSWORD, otp, clientId }),
  })
  const { data, message } = (await response.json()) as { data: { tokenData: { access_token: string } } | null; message: string }
  if (!data) throw new Error(message)
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return { authorization: `Bearer ${data.tokenData.access_token}`, cookie: cookie.join('; ') }
}
