import { randomUUID } from 'node:crypto'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { createAccount, findAccount } from '#core/vietqr/contract/accounts.ts'
import { createCode, findCode } from '#core/vietqr/contract/codes.ts'
import { codeParameters } from '#core/vietqr/contract/parameters.ts'
import { isoLocal } from '#kernel/dates.ts'
import { type TestRuntimeOptions, testApp } from './app.ts'
import { gatewayCall, gatewayWorld, report } from './payments.ts'

/** The whole system with merchants and channels, and short words for codes and payments by them. */
export async function codeWorld(options?: TestRuntimeOptions) {
  const test = await testApp(options)
  const { runtime } = test
  const world = await gatewayWorld(runtime)
  await runtime.db.transaction().execute((tx) => syncParameters(tx, codeParameters))
  const { rows } = await runtime.pool.query<{ id: string; code: string }>('select id, code from merchants.merchant')
  const merchants = Object.fromEntries(rows.map(({ id, code }) => [code, id])) as Record<'M-HANOI' | 'M-HCM', string>
  const once = () => ({ 'idempotency-key': randomUUID() })

  const create = (input: Partial<Parameters<typeof test.call<typeof createCode>>[1]> = {}, as = 'ketoan') =>
    test.call(createCode, { merchantId: merchants['M-HANOI'], kind: 'STATIC', ...input }, { as, headers: once() })

  async function code(id: string, as = 'ketoan') {
    const { data } = await test.call(findCode, { id }, { as })
    if (!data) throw new Error(`no code ${id}`)
    return data
  }

  /** Makes a code and answers it as its page has it. */
  async function made(input: Parameters<typeof create>[0] = {}) {
    const reply = await create(input)
    if (!reply.data) throw new Error(JSON.stringify(reply))
    return code(reply.data.id)
  }

  const openAccount = (input: Parameters<typeof test.call<typeof createAccount>>[1]) => test.call(createAccount, input, { as: 'ketoan', headers: once() })

  async function account(id: string) {
    const { data } = await test.call(findAccount, { id }, { as: 'ketoan' })
    if (!data) throw new Error(`no account ${id}`)
    return data
  }

  /** A payment through the gateway; without `outcome` it has succeeded, with undefined it is only announced. */
  const pay = (virtualAccount: string, line: Parameters<typeof report>[0] = {}) =>
    gatewayCall<{ transactionCode: string; externalRef: string }>(
      test.app,
      world.vcb,
      '/og-001/v1/transactions',
      report({ virtualAccount, occurredAt: isoLocal(runtime.clock.now()), ...line }),
      { at: runtime.clock.now() },
    )

  /** What became of an announced payment. */
  const outcome = (externalRef: string, status: 'SUCCEEDED' | 'FAILED') =>
    gatewayCall(
      test.app,
      world.vcb,
      `/og-001/v1/transactions/${externalRef}/outcome`,
      { status, code: status === 'SUCCEEDED' ? '00' : '51', message: 'Kết quả', occurredAt: isoLocal(runtime.clock.now()) },
      { at: runtime.clock.now() },
    )

  return { ...test, world, merchants, once, create, code, made, openAccount, account, pay, outcome }
}

export type CodeWorld = Awaited<ReturnType<typeof codeWorld>>
