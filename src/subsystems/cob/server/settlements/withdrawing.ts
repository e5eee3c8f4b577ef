import { sql } from 'kysely'
import { reverse } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref, Stamp } from '#platform/server/record/record.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { COD_SETTLEMENT, codSettlementMachine, codSettlementsTopic, type withdrawCodSettlement } from '../../contract/settlements.ts'
import { unlink } from './approving.ts'
import { giveUp } from './drafting.ts'
import { mailWithdrawal } from './mailing.ts'
import { lockAccount, openDayOf, type SettlementRow, settlements } from './records.ts'

/**
 * An approved statement that is never paid: items, deductions and what was carried are free again, and what was booked for it is taken back, the debts of
 * its items with it, which were never paid after all. The key account is held. `how`: a part of the business keys.
 */
export async function takeBack(tx: Tx, row: SettlementRow, { by, at }: Stamp, { how, reason }: { how: string; reason: string }): Promise<void> {
  const { id, version } = row
  await giveUp(tx, id, at)
  const { rows } = await sql<{
    id: string
  }>`select id from cob.settlement where merged_into_id = ${id} and status = 'MERGED' order by id for no key update`.execute(tx)
  const set = { updated_by: by, updated_at: at }
  await fireMany(
    tx,
    codSettlementMachine,
    'cob.settlement',
    rows.map((one) => ({ id: one.id, event: 'unmerge' as const, set })),
  )
  await unlink(tx, id)
  const { rows: debts } = await sql<{ id: string; journalId: string }>`
    update cob.recovery set recovered = amount where settlement_id = ${id} and recovered = 0 returning id, journal_id as "journalId"`.execute(tx)
  const booked = { occurredAt: at, businessDate: await openDayOf(tx, localDate(at)), reason }
  for (const debt of debts)
    await reverse(tx, { ...booked, journalId: debt.journalId, businessKey: `cod-recovery:${debt.id}:${how}:${version}`, kind: 'COD_RECOVERY_UNDONE' })
  if (row.journal_id === null) return
  await reverse(tx, { ...booked, journalId: row.journal_id, businessKey: `cod-settlement:${id}:${how}:${version}`, kind: 'COD_CHARGES_UNDONE' })
}

/**
 * Takes an approved statement back that cannot be paid as it stands (of which the account is short, say). Throws COB-245 while it stands in a
 * batch, COB-239 while a transfer of it is disputed, COB-244 where some of what its items owe has been recovered already.
 */
export async function withdraw({ id, version, reason }: InputOf<typeof withdrawCodSettlement>, ctx: CommandContext): Promise<Ref> {
  const { tx, now: at, session } = ctx
  const found = await tx.selectFrom('cob.settlement').select('key_account_id').where('id', '=', id).executeTakeFirst()
  if (found) await lockAccount(tx, found.key_account_id)
  const seen = await settlements.forChange(ctx, { id, version })
  const { row } = seen
  const ref = await settlements.fire(ctx, seen, 'withdraw', { set: { step_note: reason }, note: { reason } })
  const { rows } = await sql<{ batch: string | null; disputed: boolean; recovered: boolean }>`
    select (select min(b.code) from disbursement.item d join disbursement.batch_directory b on b.id = d.batch_id
        where d.source_kind = ${COD_SETTLEMENT} and d.source_item = ${id} and d.status in ('READY', 'SENT', 'UNKNOWN')) as batch,
      exists (select from disbursement.disputed_transfer d where d.source_kind = ${COD_SETTLEMENT} and d.source_item = ${id}) as disputed,
      exists (select from cob.recovery r where r.settlement_id = ${id} and r.recovered > 0) as recovered`.execute(tx)
  const batch = rows[0]?.batch
  if (batch) throw new AppError(keyAccountErrors.inBatch, { settlement: row.code, batch })
  if (rows[0]?.disputed) throw new AppError(keyAccountErrors.beingPaid, { settlement: row.code })
  if (rows[0]?.recovered) throw new AppError(keyAccountErrors.recovered, { settlement: row.code })
  await mailWithdrawal(tx, row)
  await takeBack(tx, row, { by: session.account, at }, { how: 'withdrawn', reason: `Rút bảng kê ${row.code}: ${reason}` })
  await publish(tx, { topic: codSettlementsTopic })
  return ref
}
