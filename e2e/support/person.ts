import { randomUUID } from 'node:crypto'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD, demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { freeCodes } from './portal.ts'

/** What somebody does without a screen: the calls that the screens make. */
export type Person = <C extends Contract>(contract: C, input: RawInputOf<C>) => Promise<OutputOf<C>>

/** Signs an account of the demo in at the server of an address. */
export async function person(origin: string, account: string, clientId: SubsystemCode): Promise<Person> {
  await freeCodes(account)
  const { otp } = (await dataOf(await fetch(`${origin}/api${demoOtp.path}?account=${account}`))) as { otp: string }
  const reply = await fetch(`${origin}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: DEMO_PASSWORD, otp, clientId }),
  })
  const { tokenData } = (await dataOf(reply)) as { tokenData: { access_token: string } }
  // A token is worth nothing without the cookies that were set beside it.
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { authorization: `Bearer ${tokenData.access_token}`, cookie }
  return async (contract, input) => {
    const address = new URL(`/api${contract.path}`, origin)
    if (contract.method === 'GET') {
      for (const [name, value] of Object.entries(input as object)) address.searchParams.set(name, String(value))
      return (await dataOf(await fetch(address, { headers }))) as OutputOf<typeof contract>
    }
    const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return (await dataOf(await fetch(address, { method: 'POST', headers: sent, body: JSON.stringify(input) }))) as OutputOf<typeof contract>
  }
}

async function dataOf(reply: Response): Promise<unknown> {
  const { data, code, message } = (await reply.json()) as { data: unknown; code: string; message: string }
  if (!reply.ok || data === null) throw new Error(`${reply.url}: ${code} ${message}`)
  return data
}
