/** Key accounts with contracts, and items whose money may be paid to them. */

import { createBatch, findBatch, submitBatch } from '#core/disbursement/contract/batches.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { proposeKeyContract, submitKeyAccount } from '#subsystems/cob/contract/key-accounts/changes.ts'
import { createKeyAccount, findKeyAccount } from '#subsystems/cob/contract/key-accounts/key-accounts.ts'
import { checkCodSettlements, submitCodRun } from '#subsystems/cob/contract/settlements.ts'
import { makeDue } from '#subsystems/cob/server/settlements/running.ts'
import { bankName } from './disbursement.ts'
import { runJobs } from './jobs.ts'
import { settlementWorld } from './settlements.ts'

const COB = { clientId: 'PP_COB' } as const
const CRM = { clientId: 'O2O_CRM' } as const
const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3]

/** A tax code with its check digit. */
function taxCode(n: number): string {
  for (let at = n; ; at += 1) {
    const nine = String(100_000_000 + at).padStart(9, '0')
    const digit = 10 - (WEIGHTS.reduce((sum, weight, place) => sum + weight * Number(nine[place]), 0) % 11)
    if (digit < 10) return `${nine}${digit}`
  }
}

export const flatFee = [{ amountFrom: '0', fixed: '10000', rate: '0', minimum: '0' }]
export interface ItemFacts {
  cod?: number
  postage?: number
  payer?: 'SENDER' | 'RECEIVER'
  collectedAt?: Date
  deliveredAt?: Date
  state?: string
  money?: string
}

export async function keyAccountWorld() {
  const it = await settlementWorld()
  const { runtime, clock } = it
  const { db } = runtime
  const unitId = it.headUnit
  const partnerId = await it.scalar('select id from organisation.partner order by id limit 1')
  const contra = (
    await db.transaction().execute((tx) => openAccounts(tx, [{ code: 'COB-TEST', name: 'Đối ứng', class: 'ASSET', chart: 'OTHER_RECEIVABLE' }]))
  )[0] as string
  let count = 0

  const detail = async (id: string) => {
    const { data, message } = await it.call(findKeyAccount, { id }, { as: 'ketoan', ...COB })
    if (!data) throw new Error(message)
    return data
  }
  const draftOf = (change: object = {}) => {
    count += 1
    const accountNumber = `00220330${String(count).padStart(2, '0')}`
    return {
      ...{ name: `Khách hàng ${count}`, legalName: `Công ty ${count}`, taxCode: taxCode(count * 1000), representative: 'Nguyễn Văn An', address: 'Hà Nội' },
      ...{ contactName: 'Trần Thị Bình', phone: '0912345678', email: `khl${count}@example.vn`, advanceLimit: '0', deposit: '0', unitId },
      ...{ bankBin: '970436', accountNumber, accountName: bankName(accountNumber), ...change },
    }
  }
  const contractOf = (change: object = {}) => ({
    ...{
      number: 'HD-01',
      validFrom: '2020-01-01',
      cycle: 'DAILY' as const,
      dateBasis: 'COLLECTED' as const,
      netPostage: true,
      postagePayer: 'BY_ITEM' as const,
    },
    ...{ taxRate: '10', fees: flatFee, ...change },
  })
  const ask = (id: string, version: number, contract: object = {}) =>
    it.call(proposeKeyContract, { id, version, ...contractOf(contract), reason: 'Ký hợp đồng' } as never, { as: 'ketoan', ...COB, ...it.key() })
  const decided = async (id: string) => {
    const reply = await it.decideOn('cob.key_account', id)
    if (reply.status !== 200) throw new Error(`${reply.code} ${reply.message}`)
  }
  const must = <R extends { data?: unknown; code?: unknown; message?: unknown }>(reply: R): NonNullable<R['data']> => {
    if (!reply.data) throw new Error(`${reply.code} ${reply.message}`)
    return reply.data as NonNullable<R['data']>
  }

  /** A key account that is open, with a contract in force. */
  const opened = async (contract: object = {}, change: object = {}) => {
    const { id, version } = must(await it.call(createKeyAccount, draftOf(change) as never, { as: 'ketoan', ...COB, ...it.key() }))
    must(await it.call(submitKeyAccount, { id, version, reason: 'Mở mới' }, { as: 'ketoan', ...COB, ...it.key() }))
    await decided(id)
    must(await ask(id, (await detail(id)).version, contract))
    await decided(id)
    return detail(id)
  }

  /** Items of a key account with their collection booked, payable unless they say otherwise. */
  const items = async (keyAccountId: string, facts: readonly ItemFacts[]): Promise<string[]> => {
    const yesterday = new Date(clock.now().getTime() - 3 * 86_400_000)
    const { accountId } = await detail(keyAccountId)
    const ids: string[] = []
    for (const { cod = 0, postage = 0, payer = 'SENDER', collectedAt = yesterday, deliveredAt = yesterday, state = 'DELIVERED', money = 'PAYABLE' } of facts) {
      count += 1
      const taken = cod > 0 && money !== 'NONE' && money !== 'WAIVED'
      const { rows } = await it.owner(
        `insert into cob.item (code, partner_id, key_account_id, sender_name, receiver_name, cod_amount, postage, postage_payer, accepted_at, accepted_unit_id, unit_id, head_unit_id,
           delivery_state, delivered_at, returned_at, money_state, collected_event_id, collected_amount, collected_at, handed_in_amount, handed_in_at, updated_at)
         values ($1, $2, $3, 'Người gửi', 'Người nhận', $4, $5, $6, $7, $8, $8, 0, $9, $10, $11, $12, $13, $14, $15, $14, $15, $7) returning id`,
        [
          ...[`TEST${String(count).padStart(9, '0')}`, partnerId, keyAccountId, cod, postage, payer, new Date(yesterday.getTime() - 86_400_000), unitId],
          ...[state, state === 'RETURNED' ? null : deliveredAt, state === 'RETURNED' ? deliveredAt : null, money, taken ? count : null, taken ? cod : 0],
          taken ? collectedAt : null,
        ],
      )
      const id = String(rows[0]?.id)
      ids.push(id)
      if (!taken) continue
      await db.transaction().execute((tx) =>
        post(tx, {
          ...{ businessKey: `cod-collected:${id}:test`, kind: 'COD_COLLECTED', service: 'COD', businessDate: localDate(clock.now()), occurredAt: clock.now() },
          ...{ description: 'Thu COD', sourceType: 'cob.item', sourceId: id },
          entries: [
            { accountId: contra, side: 'D', amount: BigInt(cod) * 100n },
            { accountId, side: 'C', amount: BigInt(cod) * 100n },
          ],
        }),
      )
    }
    return ids
  }

  const statements = (keyAccountId: string) => db.selectFrom('cob.settlement').selectAll().where('key_account_id', '=', keyAccountId).orderBy('id').execute()
  const lastOf = async (keyAccountId: string) => {
    const found = (await statements(keyAccountId)).at(-1)
    if (!found) throw new Error('no statement')
    return found
  }
  const balanceOf = async (keyAccountId: string) =>
    Number(await it.scalar('select a.balance from ledger.account a join cob.key_account k on k.account_id = a.id where k.id = $1', [keyAccountId]))
  /** Statements are checked, their runs approved and carried out. */
  const approvedRun = async (runId: string) => {
    const rows = await db.selectFrom('cob.settlement').select(['id', 'version']).where('run_id', '=', runId).where('status', '=', 'DRAFT').execute()
    const checked = must(await it.call(checkCodSettlements, { rows }, { as: 'admin', ...COB, ...it.key() }))
    if (checked.refused > 0) throw new Error(JSON.stringify(checked.results))
    await submitRun(runId)
    await runJobs(it)
  }
  const submitRun = async (runId: string) => {
    const run = await db.selectFrom('cob.settlement_run').select(['id', 'version']).where('id', '=', runId).executeTakeFirstOrThrow()
    must(await it.call(submitCodRun, { ...run, reason: 'Trình duyệt' }, { as: 'ketoan', ...COB, ...it.key() }))
    const reply = await it.decideOn('cob.settlement_run', runId)
    if (reply.status !== 200) throw new Error(`${reply.code} ${reply.message}`)
  }
  const makeBatch = (runId: string) =>
    it.call(createBatch, { sourceKind: 'KEY_ACCOUNT_SETTLEMENT', sourceId: runId, partnerId: it.bank.id }, { as: 'ketoan', ...CRM, ...it.key() })
  /** A batch of a run that was sent, and what the bank says of its transfers. */
  const paid = async (runId: string, told: 'SUCCEEDED' | 'FAILED' | 'LOST' = 'SUCCEEDED') => carried(must(await makeBatch(runId)).id, told)
  const carried = async (id: string, told: 'SUCCEEDED' | 'FAILED' | 'LOST' = 'SUCCEEDED') => {
    await runJobs(it)
    const batch = must(await it.call(findBatch, { id }, { as: 'admin', ...CRM }))
    must(await it.call(submitBatch, { id, version: batch.version, reason: 'Trình duyệt' }, { as: 'ketoan', ...CRM, ...it.key() }))
    const reply = await it.decideOn('disbursement.batch', id)
    if (reply.status !== 200) throw new Error(`${reply.code} ${reply.message}`)
    for (const { reference } of await it.items(id)) {
      it.bank.simulator.decide('VCB', reference, told === 'LOST' ? 'SUCCEEDED' : told)
      if (told === 'LOST') it.bank.simulator.failNext('cut')
    }
    await it.send()
    return it.items(id)
  }
  /** Makes what is due, approves and pays it. */
  const settled = async (keyAccountId: string, told?: 'SUCCEEDED' | 'FAILED' | 'LOST') => {
    await makeDue(runtime)
    const { run_id } = await lastOf(keyAccountId)
    await approvedRun(run_id)
    if (Number((await lastOf(keyAccountId)).net) > 0) await paid(run_id, told)
    return lastOf(keyAccountId)
  }
  const money = (text: string) => Number(parseMoney(text)) / 100
  return {
    ...it,
    COB,
    detail,
    draftOf,
    contractOf,
    ask,
    decided,
    must,
    opened,
    payables: items,
    statements,
    lastOf,
    balanceOf,
    approvedRun,
    submitRun,
    makeBatch,
    paid,
    carried,
    settled,
    money,
  }
}
export type KeyAccountWorld = Awaited<ReturnType<typeof keyAccountWorld>>
