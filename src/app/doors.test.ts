/** What somebody without a session can send: how little of it is taken in, and how little comes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { type Contract, GATEWAY, PUBLIC } from '#kernel/contract.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { endpointName } from '#platform/server/http/registry.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { systemRegistry } from './server.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp()
})
afterAll(() => world.close())

const KIB = 1024
const json = { 'content-type': 'application/json' }
const contracts = [...systemRegistry().entries.values()].map((entry) => entry.contract as Contract)
const publicPosts = contracts.filter(({ permission, method }) => permission === PUBLIC && method === 'POST')
const post = (path: string, payload: string) => world.app.inject({ method: 'POST', url: `/api${path}`, payload, headers: { ...json, 'accept-language': 'en' } })

describe('a body without a session', () => {
  it.each(publicPosts.map((contract) => [endpointName(contract), contract.path] as const))('%s takes 16 KiB', async (_name, path) => {
    const padded = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
    expect((await post(path, padded(16 * KIB + 1))).statusCode).toBe(413)
    expect((await post(path, padded(16 * KIB))).statusCode).toBe(422)
  })

  it('of nothing but unknown fields is answered with twenty of them', async () => {
    const fields = Array.from({ length: 1_500 }, (_, at) => [`u${at}`, 1])
    const response = await post(login.path, JSON.stringify(Object.fromEntries(fields)))
    expect(response.json()).toMatchObject({ code: 'VAL-001' })
    expect(response.json().errors).toHaveLength(20)
    expect(response.rawPayload.length).toBeLessThan(4 * KIB)
  })

  it('with names as long as they may be is answered shortly too', async () => {
    const response = await post(login.path, JSON.stringify({ ['"'.repeat(3 * KIB)]: 1, ['\u0001'.repeat(KIB)]: 1 }))
    expect(response.statusCode).toBe(422)
    expect(response.rawPayload.length).toBeLessThan(8 * KIB)
  })

  it('that names a field twice is refused', async () => {
    const body = '{"account":"admin","password":"x","otp":"123456","clientId":"PP_QR","account":"other"}'
    expect((await post(login.path, body)).json()).toMatchObject({ code: 'VAL-005', message: 'A field appears twice in the same object' })
  })
})

it('a public call over a real connection waits for its place after its body has been read', async () => {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const call = () =>
    fetch(`${address}/api${login.path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ account: 'nobody', password: 'x', otp: '123456', clientId: 'PP_QR' }),
    })
  const answers = await Promise.all(Array.from({ length: 12 }, call))
  const codes = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code: string }).code))
  expect(codes.filter((code) => !code.startsWith('IAM-'))).toEqual([])
})

/** Every text inside a schema, with its place. */
function texts(schema: z.ZodType, path: string, found: [string, z.ZodType][] = []): [string, z.ZodType][] {
  if (schema instanceof z.ZodString) found.push([path, schema])
  else if (schema instanceof z.ZodObject) for (const [name, inner] of Object.entries(schema.shape)) texts(inner as z.ZodType, `${path}.${name}`, found)
  else if (schema instanceof z.ZodArray) texts(schema.element as z.ZodType, `${path}[]`, found)
  else if (schema instanceof z.ZodRecord) texts(schema.valueType as z.ZodType, `${path}{}`, found)
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) texts(option as z.ZodType, path, found)
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    texts(schema.unwrap() as z.ZodType, path, found)
  return found
}

it('no text that anybody sends may hold what is not seen', () => {
  // Secrets are compared, never shown; a batch is read line by line; tabs and recent pages are called as what they
  // show, and a view's conditions have passed the contract of its list; what a code in somebody's hand says is read for them alone, and never kept.
  const sent = contracts.flatMap((contract) => texts(contract.input, endpointName(contract)))
  const shown = sent.filter(
    ([path, schema]) => fieldMeta(schema).kind !== 'secret' && !(path.endsWith('.lines[]') && isBatch(path)) && !OWN.some((own) => path.includes(own)),
  )
  expect(shown.length).toBeGreaterThan(200)
  const hidden = ['\u202e', '\u2066', '\u200f', '\u200b', '\0']
  expect(shown.filter(([, schema]) => hidden.some((letter) => schema.safeParse(`a${letter}b`).success)).map(([path]) => path)).toEqual([])
})

/** What a person keeps for themselves. */
const OWN = ['/pp-admin/preferences/v1/', '/pp-admin/list-views/v1/', '/qr-admin/codes/v1/verify.payload']
const isBatch = (path: string) => contracts.some((contract) => contract.permission === GATEWAY && path.startsWith(`${endpointName(contract)}.`))
