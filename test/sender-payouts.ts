/** Items of retail senders at counters: two offices with a till each, their tellers, and items that wait to be paid. */
import { randomUUID } from 'node:crypto'
import { claimPayable, confirmClaim, releaseClaim } from '#core/cash/contract/counter/pay.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { senderSlip } from '#subsystems/cob/contract/payouts/service.ts'
import type { TestApp } from './app.ts'
import { type CobWorld, type CollectedOptions, cobWorld, collected } from './cob.ts'
import { deposit, PAID } from './cod-deposits.ts'
import { type CounterWorld, counterWorld, type TestCounter } from './counter.ts'
import { gatewayCall } from './payments.ts'

const CFM = { clientId: 'PP_CFM_NEW' } as const
export const SENDER = { name: 'Shop Hoa Sen', identityType: 'CCCD', identityNumber: '001190012345' }

export interface SenderWorld {
  cob: CobWorld
  counters: CounterWorld
  /** Accounts of the tellers at the office of delivery and at that of acceptance. */
  here: string
  there: string
  /** Items whose money is handed in, whole đồng; their codes and ids. */
  payable(amounts: readonly number[], options?: CollectedOptions): Promise<{ code: string; id: string }[]>
  handIn(code: string, amount: number): Promise<string>
  claim(code: string, amount: number, change?: object, as?: string): ReturnType<typeof claimed>
  confirm(slipId: string, as?: string): Promise<{ status: number; code?: string | undefined }>
  release(slipId: string, as?: string): Promise<{ status: number; code?: string | undefined }>
  /** A payout as the counter channel reports it. */
  report(code: string, amount: number, change?: object): { externalRef: string } & Record<string, unknown>
  state(code: string): Promise<{ money: string; hold: string | null }>
  balance(account: string): Promise<number>
  /** What the ledger owes to retail senders, and what their items say, in đồng. */
  owed(): Promise<{ ledger: number; items: number }>
}

const command = (as: string) => ({ as, ...CFM, headers: { 'idempotency-key': randomUUID() } }) as never
const claimed = (test: TestApp, code: string, amount: number, change: object, as: string) =>
  test.call(claimPayable, { kind: senderSlip.kind, code, to: 'SENDER', amount: String(amount), payee: SENDER, ...change } as never, command(as))

/** Cash of the operator's own in a till. */
const fund = ({ runtime: { db, clock } }: TestApp, { till, accountCode, unitId }: TestCounter) =>
  db.transaction().execute(async (tx) => {
    const [contra = ''] = await openAccounts(tx, [{ code: `CONTRA-${till}`, name: 'Đối ứng', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    const { id } = await tx.selectFrom('ledger.account').select('id').where('code', '=', accountCode).executeTakeFirstOrThrow()
    const day = localDate(clock.now())
    await post(tx, {
      ...{ businessKey: `fund:${till}`, kind: 'TREASURY_RECEIVED', service: 'CASH', businessDate: day, occurredAt: clock.now(), description: 'Tiếp quỹ' },
      ...{ sourceType: 'test', sourceId: '1', officeUnitId: unitId },
      entries: [
        { accountId: id, side: 'D', amount: 9_900_000_000n },
        { accountId: contra, side: 'C', amount: 9_900_000_000n },
      ],
    })
  })

export async function senderWorld(test: TestApp): Promise<SenderWorld> {
  const counters = await counterWorld(test)
  const cob = await cobWorld(test)
  const { pool, database } = test.runtime
  const seat = (counter: TestCounter, account: string) =>
    database.owner.query('update iam.user_account set staff_id = $1, unit_id = $2 where account = $3', [counter.staffId, counter.unitId, account])
  const { rows } = await database.owner.query(
    `select u.account from iam.user_account u join iam.user_role g on g.user_id = u.id join iam.role r on r.id = g.role_id and r.code = 'TELLER'
     where u.account <> 'giaodichvien' order by u.id limit 1`,
  )
  const [here, there] = ['giaodichvien', rows[0].account as string]
  await seat(counters.hanoi, here)
  await seat(counters.hcm, there)
  for (const counter of [counters.hanoi, counters.hcm]) {
    await counters.openShift(counter)
    await fund(test, counter)
  }
  const at = () => test.runtime.clock.now()
  const handIn = async (code: string, amount: number) => {
    const line = deposit({ courier: 'BT-HN', amount: String(amount), items: [code], ...PAID })
    const { data, message } = await gatewayCall<{ transactionCode: string }>(test.app, cob.other, '/og-001/v1/transactions', line, { at: at() })
    if (!data) throw new Error(message)
    return data.transactionCode
  }
  const balance = async (account: string) => Number((await pool.query('select balance from ledger.account where code = $1', [account])).rows[0].balance)
  return {
    ...{ cob, counters, here, there, handIn, balance },
    async payable(amounts, options = {}) {
      const items = await collected(
        test,
        cob,
        amounts.map((amount) => ({ ...options, amount: String(amount) })),
      )
      for (const [n, { code }] of items.entries()) await handIn(code, amounts[n] as number)
      return items
    },
    claim: (code, amount, change = {}, as = here) => claimed(test, code, amount, change, as),
    confirm: (id, as = here) => test.call(confirmClaim, { id }, command(as)),
    release: (id, as = here) => test.call(releaseClaim, { id }, command(as)),
    report: (code, amount, change = {}) => ({
      ...{ externalRef: `TG-${randomUUID()}`, service: 'CODPAY', type: 'PAYOUT', channel: 'COUNTER', currency: 'VND', occurredAt: isoLocal(at()) },
      ...{ amount: String(amount), till: counters.hanoi.till, teller: counters.hanoi.teller, itemCode: code, payee: SENDER },
      ...change,
    }),
    async state(code) {
      return (await pool.query('select money_state as money, hold_reason as hold from cob.item where code = $1', [code])).rows[0]
    },
    async owed() {
      const items = await pool.query(
        "select coalesce(sum(collected_amount), 0)::numeric as owed from cob.item where key_account_id is null and refunded_at is null and money_state <> 'PAID_OUT'",
      )
      return { ledger: await balance('3388.COD'), items: Number(items.rows[0].owed) }
    },
  }
}
