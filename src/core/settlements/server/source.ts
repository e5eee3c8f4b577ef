import { type RawBuilder, sql } from 'kysely'
import type { DisbursementSource, Owed } from '#core/disbursement/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { settlementErrors } from '../contract/errors.ts'
import { settlementMachine, settlementsTopic } from '../contract/machine.ts'
import { MERCHANT_SETTLEMENT } from '../contract/words.ts'

type Event = keyof typeof settlementMachine.events
type Line = Owed & { status: string; accountId: string; settlementId: string }

/** Why a payable settlement `s` of the merchant `m` with the ledger account `a` does not go; null where nothing stands in its way. */
export const waitsFor = (now: Date): RawBuilder<'COOLING' | 'LOCKED' | 'DISPUTED' | 'CLAIMED' | 'SHORT' | null> => sql`
  case when s.status <> 'PAYABLE' then null
    when m.status = 'LOCKED' then 'LOCKED'
    when m.account_cooling_until > ${now} then 'COOLING'
    when settlement.dispute_of(s.id) is not null then 'DISPUTED'
    when settlement.claim_of(s.id) is not null then 'CLAIMED'
    when a.balance < s.net then 'SHORT' end`

// Whose account it is: as the bank calls it where two people have agreed to another name than the merchant's.
const linesOf = async (db: Queryable, where: RawBuilder<unknown>): Promise<Line[]> => {
  const { rows } = await sql<Omit<Line, 'amount'> & { amount: string }>`
    select s.id, s.code, m.name, m.settlement_bank_bin as "bankBin", m.settlement_account as "accountNumber",
      coalesce((select nullif(k.answered_name, '') from merchants.account_history h join merchants.account_check k on k.id = h.check_id
        where h.merchant_id = m.id and h.until_at is null and h.name_reason <> ''), m.settlement_name) as "accountName",
      s.net::text as amount, s.unit_id as "unitId", 'Quyet toan ' || s.code as content, s.status, a.id as "accountId", s.id as "settlementId"
    from settlement.settlement s join merchants.merchant m on m.id = s.merchant_id join ledger.account a on a.id = m.payable_account_id where ${where} order by s.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, amount: parseMoney(row.amount) }))
}

const among = (ids: readonly string[]) => sql`s.id = any(${ids}::bigint[])`

/** Locked until the commit, in the order of ids. */
async function lock(tx: Tx, ids: readonly string[]): Promise<Line[]> {
  await sql`select from settlement.settlement s where ${among(ids)} order by s.id for no key update`.execute(tx)
  return linesOf(tx, among(ids))
}

/** Moves those that stand in one of the event's states; others stay as they are. */
async function move(tx: Tx, lines: readonly Line[], event: Event, { by, at }: Stamp, set: object = {}): Promise<void> {
  const from: readonly string[] = settlementMachine.events[event].from
  await fireMany(
    tx,
    settlementMachine,
    'settlement.settlement',
    lines.filter(({ status }) => from.includes(status)).map(({ id }) => ({ id, event, set: { ...set, updated_by: by, updated_at: at } })),
  )
  await publish(tx, { topic: settlementsTopic })
}

/**
 * What merchants get, unit by unit: a batch takes what may be paid to the merchants of a unit and of those below it. `screen`: the settlements of a unit.
 * What is given back, or was not sent, lies with the merchant's own account again.
 */
export const settlementTransfers = (screen: DisbursementSource['screen']): DisbursementSource => ({
  kind: MERCHANT_SETTLEMENT,
  screen,
  async find(db, unitId) {
    const { rows } = await sql<{ code: string; unitId: string; payer: string; open: boolean }>`
      select 'QT-' || u.code as code, u.id as "unitId", h.name as payer, u.status = 'ACTIVE' as open
      from organisation.unit u join organisation.unit h on h.id = u.head_unit_id where u.id = ${unitId}`.execute(db)
    return rows[0]
  },
  due: (db, unitId, now) =>
    linesOf(
      db,
      sql`s.status = 'PAYABLE' and ${unitId} in (s.head_unit_id, s.province_unit_id, s.district_unit_id, s.office_unit_id) and (${waitsFor(now)}) is null`,
    ),
  async stillOwed(tx, ids, now) {
    await lock(tx, ids)
    // The account after the settlements, as everybody locks them; it is looked at only once nothing is posted on it any more.
    await sql`
      select from ledger.account where id in (select m.payable_account_id from settlement.settlement s join merchants.merchant m on m.id = s.merchant_id where ${among(ids)})
      order by id for no key update`.execute(tx)
    const lines = await linesOf(tx, sql`${among(ids)} and s.status = 'PAYABLE' and (${waitsFor(now)}) is null`)
    return new Map(lines.map((line) => [line.id, line]))
  },
  async disputed(db, id) {
    const { rows } = await sql<{ reference: string | null }>`select settlement.dispute_of(${id}) as reference`.execute(db)
    return rows[0]?.reference ?? undefined
  },
  accountNow: async (db, id) => (await linesOf(db, among([id])))[0],
  sent: async (tx, ids, step) => move(tx, await lock(tx, ids), 'send', step),
  paid: async (tx, ids, { businessDate, ...step }) => move(tx, await lock(tx, ids), 'pay', step, { paid_at: step.at, paid_on: businessDate }),
  failed: async (tx, ids, step) => move(tx, await lock(tx, ids), 'fail', step),
  unknown: async (tx, ids, step) => move(tx, await lock(tx, ids), 'loseTrack', step),
  async madeAfterAll(tx, ids, { businessDate, ...step }) {
    const lines = await lock(tx, ids)
    const busy = lines.find(({ status }) => status === 'SENT' || status === 'UNKNOWN')
    if (busy) throw new AppError(settlementErrors.beingPaid, { settlement: busy.code })
    const owed = lines.filter(({ status }) => status === 'PAYABLE' || status === 'HELD')
    await move(tx, owed, 'correct', step, { hold_id: null, hold_reason: '', paid_at: step.at, paid_on: businessDate })
    return new Map(owed.map(({ id, accountId, amount }) => [id, { accountId, amount }]))
  },
  async paidTwice(tx, id, { transferId, reference, amount }, { at }) {
    await sql`
      insert into settlement.claim (item_id, settlement_id, merchant_id, reference, amount, since)
      select ${transferId}, id, merchant_id, ${reference}, ${formatMoney(amount)}, ${at} from settlement.settlement where id = ${id}`.execute(tx)
    await publish(tx, { topic: settlementsTopic })
  },
  async returnsTo(tx, ids) {
    return new Map((await lock(tx, ids)).map(({ id, accountId }) => [id, accountId]))
  },
  returned: async (tx, ids, { reason, holdId, ...step }) =>
    move(tx, await lock(tx, ids), 'bounce', step, { hold_reason: reason, hold_id: holdId, paid_at: null, paid_on: null }),
  hold: async (tx, ids, { reason, holdId, ...step }) => move(tx, await lock(tx, ids), 'hold', step, { hold_reason: reason, hold_id: holdId }),
  async release(tx, ids, { holdId, ...step }) {
    await lock(tx, ids)
    await move(tx, await linesOf(tx, sql`${among(ids)} and s.hold_id = ${holdId}`), 'unhold', step, { hold_reason: '', hold_id: null })
  },
})
