import { type RawBuilder, sql } from 'kysely'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { codSettlementMachine, codSettlementsTopic, OUTDATED } from '../../contract/settlements.ts'
import { itemsBeingCancelled } from '../deposits/being-cancelled.ts'
import { type Agreed, type CycleDay, lastCycle } from './cycles.ts'
import { isReady, openItems, openLines } from './lines.ts'
import { type HeldAccount, lockAccount } from './records.ts'
import { deduct, itemsToRecover, raiseRecoveries } from './recoveries.ts'

interface Drafting extends Stamp {
  keyAccountId: string
  /** Holidays. */
  off: ReadonlySet<string>
  /** Up to this moment, whatever was agreed; otherwise the cycle that has ended. */
  now: boolean
  /** A cycle whose statement a person has given up waits for a person to make it again; one that was outdated when it was approved does not. */
  unlessGivenUp?: true
}

/** What became of a cycle: its statement, or why there is none. */
export type Drafted = { made: { id: string; code: string; runId: string; runCode: string } } | { refused: AppError }

interface ContractNow extends Agreed {
  id: string
  dateBasis: string
  validFrom: string
}

/** The contract of a key account that is in force on a day, else the last one that was: what it has accepted items for is paid after its end too. */
export async function contractOn(tx: Tx, keyAccountId: string, day: string): Promise<ContractNow | undefined> {
  const { rows } = await sql<ContractNow>`
    select id, cycle, weekdays::int[] as weekdays, cycle_days::int as "cycleDays", month_day::int as "monthDay", date_basis as "dateBasis", valid_from::text as "validFrom"
      from cob.key_contract where key_account_id = ${keyAccountId} and valid_from <= ${day}::date order by valid_from desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * Makes the statement of a key account for its cycle, once, whoever asks at the same moment: the account is held. Everything that may be settled becomes a
 * line; what it owes is deducted, the oldest first; what earlier statements came to below nothing is carried. A cycle without items makes none.
 */
export async function draft(tx: Tx, drafting: Drafting): Promise<Drafted> {
  const { keyAccountId, at, off, now, unlessGivenUp } = drafting
  const account = await lockAccount(tx, keyAccountId)
  const keyAccount = account.code
  if (account.status !== 'ACTIVE') return { refused: new AppError(keyAccountErrors.notActive, { keyAccount }) }
  const today = localDate(at)
  const contract = await contractOn(tx, keyAccountId, today)
  if (!contract) return { refused: new AppError(keyAccountErrors.noContract, { keyAccount, day: showDate(today) }) }
  const cycle = now ? { cycleDate: today, untilOn: today } : lastCycle(contract, today, off)
  if (cycle.cycleDate < contract.validFrom) return { refused: new AppError(keyAccountErrors.nothingDue) }
  const { rows } = await sql<{ code: string }>`
    select code from cob.settlement where key_account_id = ${keyAccountId} and cycle_date = ${cycle.cycleDate}
      and (status not in ('FAILED', 'RELEASED') or ${unlessGivenUp === true}::boolean and status = 'RELEASED' and not starts_with(step_note, ${OUTDATED}))`.execute(
    tx,
  )
  if (rows[0]) return { refused: new AppError(keyAccountErrors.alreadyRun, { settlement: rows[0].code }) }
  const settling = { keyAccountId, contractId: contract.id, dateBasis: contract.dateBasis, untilOn: cycle.untilOn }
  // What is settled and what is recovered is locked together and in one order, before anything is posted: the feed locks items before accounts.
  const { rows: locked } = await sql<{ id: string; paid: boolean; ready: boolean }>`
    select id, money_state = 'PAID_OUT' as paid, ${isReady} as ready from cob.item i where id in (select id from (${openItems(settling)}) q union all ${itemsToRecover(keyAccountId)})
     order by id for no key update`.execute(tx)
  await raiseRecoveries(tx, account, at)
  // What has become of an item until it was locked counts; a return whose postage its sender does not owe makes no line.
  const cancelled = await beingCancelled(tx)
  const found = locked.filter(({ id, paid }) => !paid && !cancelled.has(id))
  const left = sql`(select unnest(${[...cancelled]}::bigint[]))`
  const lines = sql`select q.* from (${openLines(settling, left)}) q where q.item_id = any(${found.map(({ id }) => id)}::bigint[])`
  if (!found.some(({ ready }) => ready) && !(await isAny(tx, lines))) return { refused: new AppError(keyAccountErrors.nothingDue) }
  const made = await write(tx, drafting, { account, contract, cycle, lines })
  await publish(tx, { topic: codSettlementsTopic })
  return { made }
}

interface Content {
  account: HeldAccount
  contract: ContractNow
  cycle: CycleDay
  lines: RawBuilder<unknown>
}

/** Asked once for all lines: every partition of transactions is looked into. */
async function beingCancelled(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select c.item_id as id from ${itemsBeingCancelled} c`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

async function isAny(tx: Tx, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (${query}) as any`.execute(tx)
  return rows[0]?.any === true
}

async function write(tx: Tx, { keyAccountId, by, at }: Drafting, { account, contract, cycle, lines }: Content) {
  const run = await runOf(tx, account.headUnitId, { by, at })
  const { rows } = await sql<{ id: string; code: string }>`
    insert into cob.settlement (code, run_id, key_account_id, contract_id, cycle_date, until_on, date_basis, status, made_by, made_at, unit_id, head_unit_id, updated_by, updated_at)
    select 'BKCOD' || to_char(${cycle.cycleDate}::date, 'YYMMDD') || '-' || lpad(nextval('cob.settlement_number')::text, 6, '0'), ${run.id}, ${keyAccountId}, ${contract.id},
      ${cycle.cycleDate}, ${cycle.untilOn}, ${contract.dateBasis}, ${codSettlementMachine.initial}, ${by}, ${at}, ${account.unitId}, 0, ${by}, ${at} returning id, code`.execute(
    tx,
  )
  const made = rows[0] as (typeof rows)[number]
  await sql`
    insert into cob.settlement_line (settlement_id, item_id, part, cod, postage, fee, tax, fee_step_id)
    select ${made.id}, q.item_id, q.part, q.cod, q.postage, q.fee, q.tax, q.fee_step_id from (${lines}) q order by q.item_id`.execute(tx)
  await addUp(tx, keyAccountId, made.id)
  return { ...made, runId: run.id, runCode: run.code }
}

/** The figures of a new statement: its lines, what earlier ones came to below nothing, and what is deducted from the rest. */
async function addUp(tx: Tx, keyAccountId: string, id: string): Promise<void> {
  const { rows } = await sql<Record<'cod' | 'postage' | 'fee' | 'tax' | 'carried', string> & { items: number }>`
    with merged as (
      update cob.settlement set merged_into_id = ${id} where key_account_id = ${keyAccountId} and status = 'CARRIED' and merged_into_id is null returning net
    )
    select count(*)::int as items, coalesce(sum(cod), 0)::numeric(20,2)::text as cod, coalesce(sum(postage), 0)::numeric(20,2)::text as postage,
      coalesce(sum(fee), 0)::numeric(20,2)::text as fee, coalesce(sum(tax), 0)::numeric(20,2)::text as tax,
      (select coalesce(sum(net), 0) from merged)::numeric(20,2)::text as carried
    from cob.settlement_line where settlement_id = ${id}`.execute(tx)
  const sums = rows[0] as (typeof rows)[number]
  // Something has become of all its items since they were locked: all of it is undone.
  if (sums.items === 0) throw new AppError(keyAccountErrors.nothingDue)
  const before = parseMoney(sums.cod) - parseMoney(sums.postage) - parseMoney(sums.fee) - parseMoney(sums.tax) + parseMoney(sums.carried)
  const deductions = await deduct(tx, keyAccountId, id, before)
  await sql`
    update cob.settlement set items = ${sums.items}, cod = ${sums.cod}, postage = ${sums.postage}, fee = ${sums.fee}, tax = ${sums.tax}, carried = ${sums.carried},
      deductions = ${formatMoney(deductions)}, net = ${formatMoney(before - deductions)} where id = ${id}`.execute(tx)
}

/** The run of today that is still being made, by whoever comes first. */
async function runOf(tx: Tx, headUnitId: string, { by, at }: Stamp): Promise<{ id: string; code: string }> {
  const today = localDate(at)
  const find = () =>
    sql<{ id: string; code: string }>`
    select id, code from cob.settlement_run where head_unit_id = ${headUnitId} and run_on = ${today} and status = 'DRAFT' for no key update`.execute(tx)
  const found = await find()
  if (found.rows[0]) return found.rows[0]
  await sql`
    insert into cob.settlement_run (code, run_on, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    values ('DQT' || to_char(${today}::date, 'YYMMDD') || '-' || lpad(nextval('cob.settlement_run_number')::text, 4, '0'), ${today}, ${headUnitId}, 0, ${by}, ${at}, ${by}, ${at})
    on conflict (head_unit_id, run_on) where status = 'DRAFT' do nothing`.execute(tx)
  const made = await find()
  if (made.rows[0]) return made.rows[0]
  // It was submitted at this very moment: the next one is made instead.
  return runOf(tx, headUnitId, { by, at })
}

/** Gives the items of a statement, its deductions and what it carried back: it pays nothing. The key account is held. */
export async function giveUp(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update cob.settlement_line set released_at = ${at} where settlement_id = ${id} and released_at is null`.execute(tx)
  await sql`
    with released as (update cob.settlement_deduction set released_at = ${at} where settlement_id = ${id} and released_at is null returning recovery_id, amount)
    update cob.recovery r set recovered = r.recovered - x.amount from released x where r.id = x.recovery_id`.execute(tx)
}
