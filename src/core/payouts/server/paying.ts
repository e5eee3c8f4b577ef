import { sql } from 'kysely'
import { noteText } from '#core/disbursement/server/public.ts'
import type { EntryInput } from '#core/ledger/server/public.ts'
import { isoLocal, localDate, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany, type Move } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { payoutErrors } from '../contract/errors.ts'
import { type LineStatus, lineMachine, listMachine, payoutsTopic } from '../contract/machine.ts'

/** A till takes a line to pay it. */
export interface LineClaim {
  lineId: string
  /** The unit of the till; a line is paid at its own point only. */
  unitId: string
  tillId: string
  tellerStaffId: string
  slipId: string | null
  at: Date
  by: string
  /** It has happened, so neither the point nor the days of the list stand in its way. */
  fact?: boolean
}

/** Cash that has changed hands. */
export interface LinePayment extends LineClaim {
  businessDate: string
  /** Ledger account of the till. */
  tillAccountId: string
}

/** A line as counters are told of it. */
export interface PayableLine {
  id: string
  listId: string
  listCode: string
  accountId: string
  listStatus: string
  payFrom: string
  payUntil: string
  beneficiaryCode: string
  name: string
  birthDate: string | null
  identityType: string
  identityNumber: string
  amount: Hundredths
  method: string
  receiverName: string | null
  receiverIdentity: string | null
  receiverPaper: string | null
  status: LineStatus
  holdReason: string
  /** The reference of a transfer of which nobody knows whether it has paid the same person. */
  disputed: string | null
  /** It was paid in cash: two people have found so. */
  paidInCash: boolean | null
  slipId: string | null
  tillId: string | null
  claimedAt: Date | null
  paidAt: Date | null
  paidUnit: string | null
  unitId: string
  unitName: string
}

/** Until the commit, in the order of ids. A list that begins to pay is locked before its lines, as whoever closes or updates it does. */
export async function lockLines(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select from payout.list where status = 'APPROVED' and id in (select list_id from payout.line where id = any(${ids}::bigint[])) order by id for no key update`.execute(
    tx,
  )
  await sql`select from payout.line where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
}

/** Lines of approved lists by id, whoever asks; with `lock` until the commit, in the order of ids. Unknown ones are missing. */
export async function linesById(tx: Tx, ids: readonly string[], { lock = false } = {}): Promise<Map<string, PayableLine>> {
  if (lock) await lockLines(tx, ids)
  const { rows } = await sql<Omit<PayableLine, 'amount'> & { amount: string }>`
    select t.line_id as id, t.list_id as "listId", t.list_code as "listCode", t.account_id as "accountId", t.list_status as "listStatus", t.pay_from as "payFrom",
      t.pay_until as "payUntil", t.beneficiary_code as "beneficiaryCode", t.name, t.birth_date as "birthDate", t.identity_type as "identityType",
      t.identity_number as "identityNumber", t.amount::text as amount, t.method, t.receiver_name as "receiverName", t.receiver_identity as "receiverIdentity",
      t.receiver_paper as "receiverPaper", t.status, t.hold_reason as "holdReason", d.reference as disputed, d.booked as "paidInCash", t.slip_id as "slipId", t.till_id as "tillId", t.claimed_at as "claimedAt",
      t.paid_at as "paidAt", pu.name as "paidUnit", t.unit_id as "unitId", u.name as "unitName"
    from payout.due t join organisation.unit_directory u on u.id = t.unit_id left join organisation.unit_directory pu on pu.id = t.paid_unit_id
      left join payout.disputed_line d on d.line_id = t.line_id
    where t.line_id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, amount: parseMoney(row.amount) }]))
}

/** Why a line stays as it is whose person may have the money, or has it. */
export const disputeOf = ({ reference, booked }: { reference: string; booked: boolean }): AppError =>
  new AppError(booked ? payoutErrors.linePaidInCash : payoutErrors.lineDisputed, { reference })

/** Why a line cannot be claimed at a point on a day; undefined when it can. A refusal of a paid one names office and time. */
export function claimRefusal(line: PayableLine | undefined, { unitId, at }: Pick<LineClaim, 'unitId' | 'at'>): AppError | undefined {
  if (!line) return new AppError(payoutErrors.lineUnknown)
  const since = (time: Date | null) => (time ? showTimestamp(isoLocal(time)) : '')
  const office = line.paidUnit ?? line.unitName
  switch (line.status) {
    case 'PAID':
      return new AppError(payoutErrors.linePaid, { office, at: since(line.paidAt) })
    case 'UNKNOWN':
      return new AppError(payoutErrors.lineResultUnknown, { office, at: since(line.claimedAt) })
    case 'CLAIMED':
      return new AppError(payoutErrors.lineClaimed, { office, at: since(line.claimedAt) })
    case 'HELD':
      return new AppError(payoutErrors.lineHeld, { reason: noteText(line.holdReason) })
    case 'UNPAID':
      break
    case 'CANCELLED':
      return new AppError(payoutErrors.lineCancelled)
    default:
      return new AppError(payoutErrors.lineReturned)
  }
  if (line.method !== 'CASH') return new AppError(payoutErrors.lineByAccount)
  if (line.disputed !== null) return disputeOf({ reference: line.disputed, booked: line.paidInCash === true })
  if (line.unitId !== unitId) return new AppError(payoutErrors.lineForeign, { office: line.unitName })
  const day = localDate(at)
  if (!['APPROVED', 'PAYING'].includes(line.listStatus) || day < line.payFrom || day > line.payUntil)
    return new AppError(payoutErrors.notInDays, { from: showDate(line.payFrom), until: showDate(line.payUntil) })
  return undefined
}

const refusalOf = (line: PayableLine | undefined, claim: LineClaim) =>
  claim.fact && line?.status === 'UNPAID' && line.method === 'CASH' ? undefined : claimRefusal(line, claim)

/** What became of each line: its refusal, or undefined where it moved. */
export type LineResults = ReadonlyMap<string, AppError | undefined>

/**
 * Claims lines for tills, under lock: of any number of tills one gets a line. Those that cannot be claimed are answered with their refusal
 * and stay as they are; the others move in one statement, and their lists begin to pay.
 */
export async function claimLine(tx: Tx, claims: readonly LineClaim[]): Promise<LineResults> {
  if (claims.length === 0) return new Map()
  const found = await linesById(tx, idsOf(claims), { lock: true })
  const results = new Map(claims.map((claim) => [claim.lineId, refusalOf(found.get(claim.lineId), claim)]))
  const moves = claims.filter(({ lineId }) => results.get(lineId) === undefined)
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    moves.map((claim) => ({
      id: claim.lineId,
      event: 'claim' as const,
      set: { ...tillOf(claim), claimed_at: claim.at, step_by: claim.by, updated_at: claim.at },
    })),
  )
  await beginPaying(tx, moves, found)
  return results
}

export interface PaidLine {
  lineId: string
  /** Why it was not paid from its list; then there are no entries. */
  refusal: AppError | undefined
  listCode: string
  amount: Hundredths
  /** Debit of the list's account, credit of the till: for the journal of the payment, posted in the same transaction. */
  entries: EntryInput[]
}

/**
 * Records that lines were paid, claimed, unknown or (reported afterwards) neither. One whose money no longer lies with its list is refused,
 * and owed by whoever paid it.
 */
export async function confirmLine(tx: Tx, payments: readonly LinePayment[]): Promise<PaidLine[]> {
  if (payments.length === 0) return []
  const found = await linesById(tx, idsOf(payments), { lock: true })
  const paid = payments.map((payment): PaidLine & { move?: Move<'claim' | 'confirm', 'payout.line'> } => {
    const line = found.get(payment.lineId)
    const amount = line?.amount ?? 0n
    const none = { lineId: payment.lineId, listCode: line?.listCode ?? '', amount, entries: [] }
    if (!line || !['UNPAID', 'CLAIMED', 'UNKNOWN'].includes(line.status) || line.method !== 'CASH')
      return { ...none, refusal: claimRefusal(line, payment) ?? new AppError(payoutErrors.lineReturned) }
    const { lineId, businessDate, unitId, at, by } = payment
    const set = { ...tillOf(payment), claimed_at: line.claimedAt ?? at, paid_at: at, paid_on: businessDate, paid_unit_id: unitId, step_by: by, updated_at: at }
    const event = line.status === 'UNPAID' ? (['claim', 'confirm'] as const) : ('confirm' as const)
    const entries: EntryInput[] = [
      { accountId: line.accountId, side: 'D', amount },
      { accountId: payment.tillAccountId, side: 'C', amount },
    ]
    return { ...none, refusal: undefined, entries, move: { id: lineId, event: event as 'confirm' | ['claim', 'confirm'], set } }
  })
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    paid.flatMap(({ move }) => (move ? [move] : [])),
  )
  await beginPaying(
    tx,
    payments.filter((_, at) => paid[at]?.move !== undefined),
    found,
  )
  return paid.map(({ move: _move, ...one }) => one)
}

/** Who moved a line, and when. */
interface Step {
  by: string
  at: Date
}
type Steps = Step | ((lineId: string) => Step)
const stepOf = (steps: Steps, lineId: string): Step => (typeof steps === 'function' ? steps(lineId) : steps)

/** Gives claims up, or decides that an unknown payment was not made: the lines may be claimed again. */
export async function releaseLine(tx: Tx, lineIds: readonly string[], steps: Steps): Promise<void> {
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    lineIds.map((id) => {
      const { by, at } = stepOf(steps, id)
      return { id, event: 'release' as const, set: { till_id: null, teller_staff_id: null, slip_id: null, claimed_at: null, step_by: by, updated_at: at } }
    }),
  )
}

/** Claims that were neither confirmed nor given up: nobody can say whether they were paid, and time alone frees none of them. */
export async function unknownLine(tx: Tx, lineIds: readonly string[], steps: Steps): Promise<void> {
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    lineIds.map((id) => {
      const { by, at } = stepOf(steps, id)
      return { id, event: 'loseTrack' as const, set: { step_by: by, updated_at: at } }
    }),
  )
}

/** Keeps lines from being paid until an approved version of their list releases them; those that are not free stay as they are. */
export async function holdLine(tx: Tx, holds: readonly (Step & { lineId: string; reason: string })[]): Promise<void> {
  const found = await linesById(tx, idsOf(holds), { lock: true })
  const moves = new Map(holds.flatMap((hold) => (found.get(hold.lineId)?.status === 'UNPAID' ? [[hold.lineId, hold] as const] : [])))
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    [...moves.values()].map(({ lineId, reason, by, at }) => ({
      id: lineId,
      event: 'hold' as const,
      set: { hold_reason: reason, step_by: by, updated_at: at },
    })),
  )
}

const idsOf = (items: readonly { lineId: string }[]) => items.map(({ lineId }) => lineId)
const tillOf = ({ tillId, tellerStaffId, slipId }: LineClaim) => ({ till_id: tillId, teller_staff_id: tellerStaffId, slip_id: slipId })

/** The first line that is fetched sets its list to PAYING. */
async function beginPaying(tx: Tx, items: readonly LineClaim[], found: ReadonlyMap<string, PayableLine>): Promise<void> {
  const approved = new Map(
    items.flatMap((item) => {
      const line = found.get(item.lineId)
      return line?.listStatus === 'APPROVED' ? [[line.listId, item] as const] : []
    }),
  )
  if (approved.size === 0) return
  // Another group may have begun some of them meanwhile: those that still wait are locked in the order of ids and moved by one statement.
  const waiting = await tx
    .selectFrom('payout.list')
    .select('id')
    .where('id', 'in', [...approved.keys()])
    .where('status', '=', 'APPROVED')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await fireMany(
    tx,
    listMachine,
    'payout.list',
    waiting.map(({ id }) => {
      const { at, by } = approved.get(id) as LineClaim
      return { id, event: 'pay' as const, set: { updated_at: at, updated_by: by } }
    }),
  )
  await publish(tx, { topic: payoutsTopic })
}
