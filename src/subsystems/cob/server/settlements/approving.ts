import { sql } from 'kysely'
import { z } from 'zod'
import { post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { JobHandler, Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { codSettlementMachine, codSettlementsTopic, OUTDATED, runMachine } from '../../contract/settlements.ts'
import { giveUp } from './drafting.ts'
import { mailStatement } from './mailing.ts'
import { noticeOutdated } from './notices.ts'
import { lockAccount, openDayOf, runs, SETTLEMENT, type SettlementRow, serviceAccounts, settlements } from './records.ts'

/** Carries an approved run out, statement by statement; broken off anywhere it goes on where it was. */
export const approveRun = defineJob({
  name: 'cob.approve-run',
  title: { vi: 'Hạch toán đợt quyết toán COD đã duyệt', en: 'Carry out an approved COD settlement run' },
  input: z.strictObject({ runId: z.string() }),
  timeoutSeconds: 3_600,
})

export const approving: JobHandler = handleJob(approveRun, ({ runId }, { runtime, signal }) => carryOut(runtime, runId, signal))

export async function carryOut({ db, clock }: Pick<Runtime, 'db' | 'clock'>, runId: string, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string; by: string }>`
    select s.id, coalesce(r.approved_by, 'system') as by from cob.settlement s join cob.settlement_run r on r.id = s.run_id
     where r.id = ${runId} and r.status = 'APPROVING' and s.status = 'CHECKED' order by s.id`.execute(db)
  for (const { id, by } of rows) {
    signal?.throwIfAborted()
    await db.transaction().execute((tx) => approveOne(tx, id, { by, at: clock.now() }))
  }
  await db.transaction().execute(async (tx) => {
    const run = await runs.locked(tx, runId)
    if (run?.status !== 'APPROVING') return
    await fireMany(tx, runMachine, 'cob.settlement_run', [{ id: runId, event: 'finish' as const, set: { updated_by: 'system', updated_at: clock.now() } }])
    await publish(tx, { topic: codSettlementsTopic })
  })
}

/**
 * Books what a key account is charged, and lets its statement be paid; one below nothing pays nothing and is carried, its items are settled with it. A
 * statement of which an item may not be paid any more (given back, held, corrected since) is given up instead, and made anew with the next run.
 */
async function approveOne(tx: Tx, id: string, stamp: Stamp): Promise<void> {
  const { key_account_id: keyAccountId } = await tx.selectFrom(SETTLEMENT).select('key_account_id').where('id', '=', id).executeTakeFirstOrThrow()
  const account = await lockAccount(tx, keyAccountId)
  const row = await settlements.lock(tx, { id })
  if (row.status !== 'CHECKED') return
  await lockItems(tx, id)
  const changed = await changedItem(tx, id)
  if (changed !== undefined) {
    await giveUp(tx, id, stamp.at)
    await unlink(tx, id)
    await settlements.save(tx, stamp, row, { step_note: `${OUTDATED}${changed}` }, 'release')
    await noticeOutdated(tx, row, changed)
    await publish(tx, { topic: codSettlementsTopic })
    return
  }
  const journalId = await bookCharges(tx, row, account.accountId, stamp.at, `cod-settlement:${id}`)
  await mergeCarried(tx, id, stamp)
  const pays = parseMoney(row.net) > 0n
  if (!pays) await settleItems(tx, [id], stamp.at)
  await settlements.save(tx, stamp, row, { journal_id: journalId }, pays ? 'approve' : 'carry')
  await enqueue(tx, mailStatement, { settlementId: id }, { key: id })
  await publish(tx, { topic: codSettlementsTopic })
}

/** In one order and before the ledger, as by the feed: nothing of them changes until the statement is approved. */
const lockItems = (tx: Tx, settlementId: string) =>
  sql`select from cob.item where id in (select item_id from cob.settlement_line where settlement_id = ${settlementId} and released_at is null) order by id for no key update`.execute(
    tx,
  )

/** An item of a statement that may not be paid as it stands there, by its code. */
export async function changedItem(tx: Tx, settlementId: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select i.code from cob.settlement_line l join cob.item i on i.id = l.item_id
     where l.settlement_id = ${settlementId} and l.released_at is null and case l.part
       when 'COLLECTED' then i.money_state <> 'PAYABLE' or i.delivery_state <> 'DELIVERED' or i.hold_reason is not null or i.collected_amount <> l.cod
       else i.delivery_state <> 'RETURNED' end
     order by i.id limit 1`.execute(tx)
  return rows[0]?.code
}

/** Dr what is owed to the key account / Cr fee, postage, tax. Answers the journal; none where nothing is charged. */
export async function bookCharges(tx: Tx, row: SettlementRow, accountId: string, at: Date, businessKey: string): Promise<string | null> {
  const parts: Record<'codFeeIncome' | 'postageIncome' | 'codTax', Hundredths> = {
    ...{ codFeeIncome: parseMoney(row.fee), postageIncome: parseMoney(row.postage), codTax: parseMoney(row.tax) },
  }
  const total = Object.values(parts).reduce((all, part) => all + part, 0n)
  if (total === 0n) return null
  const accounts = await serviceAccounts(tx, 'codFeeIncome', 'postageIncome', 'codTax')
  const { journalId } = await post(tx, {
    ...{ businessKey, kind: 'COD_CHARGES', service: 'COD', businessDate: await openDayOf(tx, localDate(at)), occurredAt: at },
    ...{ description: `Cước, phí, thuế của bảng kê ${row.code}`, sourceType: SETTLEMENT, sourceId: row.id },
    entries: [
      { accountId, side: 'D', amount: total },
      ...(Object.keys(parts) as (keyof typeof parts)[])
        .filter((part) => parts[part] > 0n)
        .map((part) => ({ accountId: accounts[part], side: 'C' as const, amount: parts[part] })),
    ],
  })
  return journalId
}

/** What it carries is part of it from now on. */
export async function mergeCarried(tx: Tx, id: string, { by, at }: Stamp): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from cob.settlement where merged_into_id = ${id} and status = 'CARRIED' order by id for no key update`.execute(tx)
  const set = { updated_by: by, updated_at: at }
  await fireMany(
    tx,
    codSettlementMachine,
    'cob.settlement',
    rows.map((one) => ({ id: one.id, event: 'merge' as const, set })),
  )
}

/** A statement that is given up carries nothing any more. */
export const unlink = (tx: Tx, id: string) =>
  sql`update cob.settlement set merged_into_id = null where merged_into_id = ${id} and status = 'CARRIED'`.execute(tx)

/** The money of the items of statements has gone to their senders, also of those that have come back since they were approved: it is recovered then. */
export async function settleItems(tx: Tx, settlementIds: readonly string[], at: Date): Promise<void> {
  await sql`
    update cob.item i set money_state = 'PAID_OUT', paid_out_at = ${at}, updated_by = 'system', updated_at = ${at}, version = i.version + 1 from cob.settlement_line l
     where l.settlement_id = any(${settlementIds}::bigint[]) and l.released_at is null and l.part = 'COLLECTED' and i.id = l.item_id and i.money_state in ('PAYABLE', 'HANDED_IN')`.execute(
    tx,
  )
  await publish(tx, { topic: itemsTopic })
}

/** It has come back: the items wait for the next transfer, and what came back itself, or is held, is not payable. */
export async function unsettleItems(tx: Tx, settlementIds: readonly string[], at: Date): Promise<void> {
  await sql`
    update cob.item i set money_state = case when i.delivery_state = 'DELIVERED' and i.hold_reason is null then 'PAYABLE' else 'HANDED_IN' end, paid_out_at = null,
        updated_by = 'system', updated_at = ${at}, version = i.version + 1 from cob.settlement_line l
     where l.settlement_id = any(${settlementIds}::bigint[]) and l.released_at is null and l.part = 'COLLECTED' and i.id = l.item_id and i.money_state = 'PAID_OUT'`.execute(
    tx,
  )
  await publish(tx, { topic: itemsTopic })
}
