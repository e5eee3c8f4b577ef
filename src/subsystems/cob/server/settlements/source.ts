import { type RawBuilder, sql } from 'kysely'
import type { DisbursementSource, Owed } from '#core/disbursement/server/public.ts'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { COD_SETTLEMENT, codSettlementMachine, codSettlementsTopic } from '../../contract/settlements.ts'
import { bookCharges, mergeCarried, settleItems, unsettleItems } from './approving.ts'
import { lockAccount, settlements } from './records.ts'
import { takeBack } from './withdrawing.ts'

type Event = keyof typeof codSettlementMachine.events
type Waits = 'NOT_ACTIVE' | 'NO_ACCOUNT' | 'COOLING' | 'DISPUTED' | 'SHORT'
type Line = Owed & { status: string; accountId: string; keyAccountId: string }

const disputed = sql`(select min(d.reference) from disbursement.disputed_transfer d where d.source_kind = ${sql.lit(COD_SETTLEMENT)} and d.source_item = s.id)`

/** Why an approved statement `s` of the key account `k` with the ledger account `a` is not paid; null where nothing stands in its way. */
export const waitsFor = (now: Date): RawBuilder<Waits | null> => sql`
  case when s.status <> 'APPROVED' then null
    when k.status <> 'ACTIVE' then 'NOT_ACTIVE'
    when k.account_number = '' then 'NO_ACCOUNT'
    when k.account_cooling_until > ${now} then 'COOLING'
    when ${disputed} is not null then 'DISPUTED'
    when a.balance < s.net then 'SHORT' end`

const linesOf = async (db: Queryable, where: RawBuilder<unknown>): Promise<Line[]> => {
  const { rows } = await sql<Omit<Line, 'amount'> & { amount: string }>`
    select s.id, s.code, k.name, k.bank_bin as "bankBin", k.account_number as "accountNumber", k.account_name as "accountName", s.net::text as amount, s.unit_id as "unitId",
      'Chi COD ' || s.code as content, s.status, a.id as "accountId", k.id as "keyAccountId"
    from cob.settlement s join cob.key_account k on k.id = s.key_account_id join ledger.account a on a.id = k.account_id where ${where} order by s.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, amount: parseMoney(row.amount) }))
}

const among = (ids: readonly string[]) => sql`s.id = any(${ids}::bigint[])`

/** Locked until the commit, in the order of ids. */
async function lock(tx: Tx, ids: readonly string[]): Promise<Line[]> {
  await sql`select from cob.settlement s where ${among(ids)} order by s.id for no key update`.execute(tx)
  return linesOf(tx, among(ids))
}

/** Moves those that stand in one of the event's states; answers which. */
async function move(tx: Tx, lines: readonly Line[], event: Event, { by, at }: Stamp, set: object = {}): Promise<string[]> {
  const from: readonly string[] = codSettlementMachine.events[event].from
  const ids = lines.filter(({ status }) => from.includes(status)).map(({ id }) => id)
  await fireMany(
    tx,
    codSettlementMachine,
    'cob.settlement',
    ids.map((id) => ({ id, event, set: { ...set, updated_by: by, updated_at: at } })),
  )
  await publish(tx, { topic: codSettlementsTopic })
  return ids
}

/** Throws why nothing of a run can be paid now, where it is one reason: COB-230, COB-231, COB-240. */
async function refuseWaiting(db: Queryable, runId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ waits: Waits | null; keyAccount: string; until: Date | null; preparing: boolean }>`
    select ${waitsFor(now)} as waits, k.code as "keyAccount", k.account_cooling_until as until,
      exists (select from disbursement.batch b where b.source_kind = ${COD_SETTLEMENT} and b.source_id = ${runId} and b.status = 'PREPARING') as preparing
    from cob.settlement s join cob.key_account k on k.id = s.key_account_id join ledger.account a on a.id = k.account_id
    where s.run_id = ${runId} and s.status = 'APPROVED' order by s.id limit 1`.execute(db)
  const [first] = rows
  // A batch that is being prepared ends by itself where nothing is left to pay.
  if (!first || first.preparing) return
  const { waits, keyAccount, until } = first
  if (waits === 'COOLING' && until) throw new AppError(keyAccountErrors.cooling, { keyAccount, until: showTimestamp(isoLocal(until)) })
  if (waits === 'NOT_ACTIVE') throw new AppError(keyAccountErrors.notActive, { keyAccount })
  if (waits === 'NO_ACCOUNT') throw new AppError(keyAccountErrors.noAccount, { keyAccount })
}

/** The transfer did not go: the charges are undone and the items, deductions and what was carried are free again. */
async function undo(tx: Tx, line: Line, step: Stamp): Promise<void> {
  await lockAccount(tx, line.keyAccountId)
  const row = await settlements.lock(tx, { id: line.id })
  if (!(codSettlementMachine.events.fail.from as readonly string[]).includes(row.status)) return
  await takeBack(tx, row, step, { how: 'failed', reason: `Không chuyển được ${line.code}` })
}

/**
 * A transfer that had failed was made after all: what its statement had given back is taken again, where all of it is still free. False where some of it
 * has been settled since.
 */
async function redo(tx: Tx, line: Line, stamp: Stamp): Promise<boolean> {
  const account = await lockAccount(tx, line.keyAccountId)
  const row = await settlements.lock(tx, { id: line.id })
  const { rows } = await sql<{ gone: boolean }>`
    select exists (select from cob.settlement o where o.key_account_id = ${row.key_account_id} and o.cycle_date = ${row.cycle_date} and o.status not in ('FAILED', 'RELEASED'))
      or exists (select from cob.settlement_line l join cob.settlement_line o on o.item_id = l.item_id and o.released_at is null where l.settlement_id = ${line.id})
      or exists (select from cob.settlement_line l join cob.item i on i.id = l.item_id where l.settlement_id = ${line.id} and l.part = 'COLLECTED' and i.money_state <> 'PAYABLE')
      or exists (select from cob.settlement_deduction d join cob.recovery r on r.id = d.recovery_id where d.settlement_id = ${line.id} and r.amount - r.recovered < d.amount)
      or ${row.carried}::numeric <> 0 as gone`.execute(tx)
  if (rows[0]?.gone) return false
  await sql`update cob.settlement_line set released_at = null where settlement_id = ${line.id}`.execute(tx)
  await sql`
    with taken as (update cob.settlement_deduction set released_at = null where settlement_id = ${line.id} returning recovery_id, amount)
    update cob.recovery r set recovered = r.recovered + x.amount from taken x where r.id = x.recovery_id`.execute(tx)
  await mergeCarried(tx, line.id, stamp)
  const journalId = await bookCharges(tx, row, account.accountId, stamp.at, `cod-settlement:${line.id}:corrected:${row.version}`)
  await sql`update cob.settlement set journal_id = ${journalId} where id = ${line.id}`.execute(tx)
  return true
}

/** What key accounts get, run by run: a batch takes the approved statements of a run. `screen`: the settlements of a run. */
export const codSettlementTransfers = (screen: DisbursementSource['screen']): DisbursementSource => ({
  kind: COD_SETTLEMENT,
  screen,
  async find(db, runId) {
    const { rows } = await sql<{ code: string; unitId: string; payer: string; open: boolean }>`
      select r.code, r.unit_id as "unitId", h.name as payer, r.status in ('APPROVING', 'APPROVED') as open
      from cob.settlement_run r join organisation.unit h on h.id = r.head_unit_id where r.id = ${runId}`.execute(db)
    return rows[0]
  },
  async due(db, runId, now) {
    const due = await linesOf(db, sql`s.run_id = ${runId} and s.status = 'APPROVED' and (${waitsFor(now)}) is null`)
    if (due.length === 0) await refuseWaiting(db, runId, now)
    return due
  },
  async stillOwed(tx, ids, now) {
    await lock(tx, ids)
    // The account after the settlements, as everybody locks them; it is looked at only once nothing is posted on it any more.
    await sql`
      select from ledger.account where id in (select k.account_id from cob.settlement s join cob.key_account k on k.id = s.key_account_id where ${among(ids)})
      order by id for no key update`.execute(tx)
    const lines = await linesOf(tx, sql`${among(ids)} and s.status = 'APPROVED' and (${waitsFor(now)}) is null`)
    return new Map(lines.map((line) => [line.id, line]))
  },
  async disputed(db, id) {
    const { rows } = await sql<{ reference: string | null }>`select ${disputed} as reference from cob.settlement s where s.id = ${id}`.execute(db)
    return rows[0]?.reference ?? undefined
  },
  accountNow: async (db, id) => (await linesOf(db, among([id])))[0],
  sent: async (tx, ids, step) => void (await move(tx, await lock(tx, ids), 'send', step)),
  async paid(tx, ids, { businessDate, ...step }) {
    await settleItems(tx, await move(tx, await lock(tx, ids), 'pay', step, { paid_at: step.at, paid_on: businessDate }), step.at)
  },
  async failed(tx, ids, step) {
    // Key accounts in one order, as everybody locks several.
    const lines = (await linesOf(tx, among(ids))).toSorted((a, b) => Number(BigInt(a.keyAccountId) - BigInt(b.keyAccountId)))
    for (const line of lines) await undo(tx, line, step)
    await move(tx, await lock(tx, ids), 'fail', step)
  },
  unknown: async (tx, ids, step) => void (await move(tx, await lock(tx, ids), 'loseTrack', step)),
  async madeAfterAll(tx, ids, { businessDate, ...step }) {
    const owed: Line[] = []
    for (const line of await linesOf(tx, among(ids))) {
      if (line.status === 'SENT' || line.status === 'UNKNOWN') throw new AppError(keyAccountErrors.beingPaid, { settlement: line.code })
      if (line.status === 'APPROVED' || line.status === 'HELD' || (line.status === 'FAILED' && (await redo(tx, line, step)))) owed.push(line)
    }
    const lines = await lock(
      tx,
      owed.map(({ id }) => id),
    )
    const paid = { hold_id: null, hold_reason: '', paid_at: step.at, paid_on: businessDate }
    await settleItems(tx, await move(tx, lines, 'correct', step, paid), step.at)
    return new Map(owed.map(({ id, accountId, amount }) => [id, { accountId, amount }]))
  },
  async returnsTo(tx, ids) {
    return new Map((await lock(tx, ids)).map(({ id, accountId }) => [id, accountId]))
  },
  async returned(tx, ids, { reason, holdId, ...step }) {
    const back = { hold_reason: reason, hold_id: holdId, paid_at: null, paid_on: null }
    await unsettleItems(tx, await move(tx, await lock(tx, ids), 'bounce', step, back), step.at)
  },
  hold: async (tx, ids, { reason, holdId, ...step }) => void (await move(tx, await lock(tx, ids), 'hold', step, { hold_reason: reason, hold_id: holdId })),
  async release(tx, ids, { holdId, ...step }) {
    await lock(tx, ids)
    await move(tx, await linesOf(tx, sql`${among(ids)} and s.hold_id = ${holdId}`), 'unhold', step, { hold_reason: '', hold_id: null })
  },
})
