import { sql } from 'kysely'
import { type EntryInput, post } from '#core/ledger/server/public.ts'
import { type AdmissionContext, type Followed, openDay } from '#core/payments/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { disbursementErrors } from '../contract/errors.ts'
import { disbursementsTopic } from '../contract/machine.ts'
import { transferService } from '../contract/service.ts'
import { coded } from './notes.ts'
import { cancelEmpty, finishBatches, type ItemRow, items } from './records.ts'
import { comeBack } from './returns.ts'
import { clearingOf, correctedKey, sharedAccount, type Transfers } from './transfers.ts'

/** Two people have said that what contradicts the outcome of a transfer is right: what it pays, and the books, follow. */
export async function correct(transfers: Transfers, change: Followed, ctx: AdmissionContext): Promise<boolean> {
  if (change.type !== 'PAYOUT') return false
  const { tx } = ctx
  const { rows } = await sql<ItemRow>`select * from disbursement.item where transaction_id = ${change.id} for no key update`.execute(tx)
  const [item] = rows
  if (!item) return false
  const done = item.status === 'FAILED' ? await madeAfterAll(transfers, item, ctx) : await notMade(transfers, item, ctx)
  await publish(tx, { topic: disbursementsTopic })
  return done
}

/** What it pays is paid, from where its money lies by now. Where nothing is owed any more, somebody has been paid twice and owes it; throws DSB-024 where more is owed. */
async function madeAfterAll(transfers: Transfers, item: ItemRow, ctx: AdmissionContext): Promise<boolean> {
  const { tx, now } = ctx
  await cancelReady(tx, item, now)
  const businessDate = await dayOf(transfers, item, ctx)
  const step = { by: 'system', at: now, businessDate }
  const owed = (await transfers.sources.of(item.source_kind).madeAfterAll(tx, [item.source_item], step)).get(item.source_item)
  const amount = parseMoney(item.amount)
  if (owed && owed.amount > amount)
    throw new AppError(disbursementErrors.owedMore, { reference: item.reference, amount: moneyText(amount), owed: moneyText(owed.amount) })
  const { rows } = await sql`
    select from disbursement.item where source_kind = ${item.source_kind} and source_item = ${item.source_item} and status in ('SENT', 'UNKNOWN', 'PAID')`.execute(
    tx,
  )
  if (rows.length === 0) await items.save(tx, { by: 'system', at: now }, item, { ended_at: now, step_note: coded('MADE_AFTER_ALL') }, 'correct')
  const left = amount - (owed?.amount ?? 0n)
  const entries: EntryInput[] = [{ accountId: await clearingOf(tx, item.partner_id), side: 'C', amount }]
  if (owed) entries.unshift({ accountId: owed.accountId, side: 'D', amount: owed.amount })
  if (left > 0n) entries.unshift({ accountId: await sharedAccount(tx, 'wrongPaid'), side: 'D', amount: left })
  await book(tx, item, { businessDate, now, entries })
  const twice = { transferId: item.id, reference: item.reference, amount: left }
  if (left > 0n) await transfers.sources.of(item.source_kind).paidTwice?.(tx, item.source_item, twice, step)
  return true
}

/** As money that came back: owed again, and its account held until somebody has looked at it. */
async function notMade(transfers: Transfers, item: ItemRow, ctx: AdmissionContext): Promise<boolean> {
  const { tx, now } = ctx
  if (item.status !== 'PAID') return item.status === 'RETURNED'
  const accountId = (await transfers.sources.of(item.source_kind).returnsTo(tx, [item.source_item])).get(item.source_item)
  if (accountId === undefined) return false
  await comeBack(transfers, item, coded('NOT_MADE_AFTER_ALL'), ctx)
  const amount = parseMoney(item.amount)
  const entries: EntryInput[] = [
    { accountId: await clearingOf(tx, item.partner_id), side: 'D', amount },
    { accountId, side: 'C', amount },
  ]
  await book(tx, item, { businessDate: await dayOf(transfers, item, ctx), now, entries })
  return true
}

/** Others of the same that have not left must not. */
async function cancelReady(tx: Tx, item: ItemRow, now: Date): Promise<void> {
  const { rows } = await sql<ItemRow>`
    select * from disbursement.item where source_kind = ${item.source_kind} and source_item = ${item.source_item} and status = 'READY' order by id for no key update`.execute(
    tx,
  )
  const stamp = { by: 'system', at: now }
  for (const row of rows) await items.save(tx, stamp, row, { due_at: null, ended_at: now, step_note: coded('MADE_BY_ANOTHER', item.reference) }, 'cancel')
  const batchIds = rows.map((row) => row.batch_id)
  await finishBatches(tx, batchIds, stamp)
  await cancelEmpty(tx, batchIds, stamp)
}

const dayOf = ({ service }: Transfers, item: ItemRow, { tx, now }: AdmissionContext) => openDay(tx, service(), unitsOf(item), localDate(now), localDate(now))

async function book(tx: Tx, item: ItemRow, { businessDate, now, entries }: { businessDate: string; now: Date; entries: EntryInput[] }): Promise<void> {
  await post(tx, {
    ...{ businessKey: correctedKey(item.reference), kind: 'TRANSFER_CORRECTED', service: transferService.code, businessDate, occurredAt: now },
    ...{ description: `Hạch toán lại kết quả chuyển khoản ${item.reference}`, sourceType: 'payment.transaction', sourceId: item.transaction_id as string },
    ...{ officeUnitId: item.office_unit_id, entries },
  })
}
