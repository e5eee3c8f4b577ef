import { sql } from 'kysely'
import type { DisbursementSource, Owed } from '#core/disbursement/server/public.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { lineMachine, payoutsTopic } from '../contract/machine.ts'
import { ACCOUNT_LINES } from '../contract/transfers.ts'
import { countReturned, payAfterAll, UNPAID_AGAIN } from './after-all.ts'
import { lockFunds } from './money.ts'
import { isRunning, lists } from './records.ts'

type Line = Owed & { listId: string; status: string; accountId: string; partnerId: string; listStatus: string }

const lineRows = (where: ReturnType<typeof sql>) => sql<Omit<Line, 'amount'> & { amount: string }>`
  select t.id, t.beneficiary_code as code, t.name, t.bank_bin as "bankBin", t.account_number as "accountNumber", t.account_name as "accountName", t.amount::text as amount,
    t.unit_id as "unitId", 'Chi tra ' || l.code || ' ' || t.beneficiary_code as content, t.list_id as "listId", t.status, l.account_id as "accountId", l.partner_id as "partnerId",
    l.status as "listStatus"
  from payout.line t join payout.list l on l.id = t.list_id where t.method = 'ACCOUNT' and ${where} order by t.line_no`

async function linesOf(db: Queryable, where: ReturnType<typeof sql>): Promise<Line[]> {
  return (await lineRows(where).execute(db)).rows.map((row) => ({ ...row, amount: parseMoney(row.amount) }))
}

const among = (ids: readonly string[]) => sql`t.id = any(${ids}::bigint[])`

/** Lists first, then lines, as closing and updating a list do. Whoever sends the first of a list moves it on, and is alone with it. */
async function lock(tx: Tx, ids: readonly string[], { alone = false } = {}): Promise<Line[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    select l.id, l.status from payout.list l where l.id in (select t.list_id from payout.line t where ${among(ids)}) order by l.id`.execute(tx)
  for (const { id, status } of rows)
    await sql`select from payout.list where id = ${id} ${alone || status === 'APPROVED' ? sql`for no key update` : sql`for share`}`.execute(tx)
  await sql`select from payout.line t where ${among(ids)} order by t.id for no key update`.execute(tx)
  return linesOf(tx, among(ids))
}

/** Moves those that stand in one of the event's states; others stay as they are. */
async function move(tx: Tx, lines: readonly Line[], event: keyof typeof lineMachine.events, { by, at }: Stamp, set: object = {}): Promise<void> {
  const from: readonly string[] = lineMachine.events[event].from
  const moving = lines.filter(({ status }) => from.includes(status))
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    moving.map(({ id }) => ({ id, event, set: { ...set, step_by: by, updated_at: at } })),
  )
  await publish(tx, { topic: payoutsTopic })
}

/** Lines of payout lists that are paid to accounts; `screen`: of a list. */
export const accountLines = (screen: DisbursementSource['screen']): DisbursementSource => ({
  kind: ACCOUNT_LINES,
  screen,
  async find(db, listId) {
    const { rows } = await sql<{ code: string; unitId: string; payer: string; status: string }>`
      select l.code, l.unit_id as "unitId", p.name as payer, l.status from payout.list l join organisation.partner p on p.id = l.partner_id where l.id = ${listId}`.execute(
      db,
    )
    return rows[0] && { ...rows[0], open: isRunning(rows[0].status) }
  },
  due: (db, listId) =>
    linesOf(db, sql`t.list_id = ${listId} and t.status = 'UNPAID' and not exists (select from payout.disputed_line d where d.line_id = t.id)`),
  async stillOwed(tx, ids) {
    const lines = await lock(tx, ids)
    const { rows } = await sql<{ id: string }>`select line_id as id from payout.disputed_line where line_id = any(${ids}::bigint[])`.execute(tx)
    const disputed = new Set(rows.map(({ id }) => id))
    return new Map(
      lines.flatMap((line) => (line.status === 'UNPAID' && isRunning(line.listStatus) && !disputed.has(line.id) ? [[line.id, line] as const] : [])),
    )
  },
  async disputed(db, id) {
    const { rows } = await sql<{ reference: string }>`select reference from payout.disputed_line where line_id = ${id}`.execute(db)
    return rows[0]?.reference
  },
  async sent(tx, ids, step) {
    const lines = await lock(tx, ids)
    await move(tx, lines, 'claim', step, { claimed_at: step.at })
    for (const id of new Set(lines.flatMap(({ listId, listStatus }) => (listStatus === 'APPROVED' ? [listId] : [])))) {
      const row = await lists.lock(tx, { id })
      if (row.status === 'APPROVED') await lists.save(tx, step, row, {}, 'pay')
    }
  },
  paid: async (tx, ids, { businessDate, ...step }) => move(tx, await lock(tx, ids), 'confirm', step, { paid_at: step.at, paid_on: businessDate }),
  failed: async (tx, ids, step) => move(tx, await lock(tx, ids), 'release', step, UNPAID_AGAIN),
  unknown: async (tx, ids, step) => move(tx, await lock(tx, ids), 'loseTrack', step),
  async madeAfterAll(tx, ids, { businessDate, ...step }) {
    const found = new Map<string, { accountId: string; amount: bigint }>()
    for (const id of ids) {
      const paid = await payAfterAll(tx, id, { ...step, businessDate })
      if (paid) found.set(id, paid)
    }
    return found
  },
  async returnsTo(tx, ids) {
    const lines = await lock(tx, ids, { alone: true })
    const accounts = new Map<string, string>()
    for (const line of lines) accounts.set(line.id, isRunning(line.listStatus) ? line.accountId : (await lockFunds(tx, line.partnerId)).accountId)
    return accounts
  },
  async returned(tx, ids, { reason, holdId, ...step }) {
    const lines = await lock(tx, ids, { alone: true })
    const [open, closed] = [lines.filter(({ listStatus }) => isRunning(listStatus)), lines.filter(({ listStatus }) => !isRunning(listStatus))]
    await move(tx, open, 'bounce', step, { ...UNPAID_AGAIN, hold_reason: reason, hold_id: holdId })
    await move(tx, closed, 'giveUp', step, { ...UNPAID_AGAIN, hold_reason: reason })
    for (const [id, own] of Map.groupBy(closed, ({ listId }) => listId)) await countReturned(tx, id, own, step)
  },
  hold: async (tx, ids, { reason, holdId, ...step }) => move(tx, await lock(tx, ids), 'hold', step, { hold_reason: reason, hold_id: holdId }),
  async release(tx, ids, { holdId, ...step }) {
    await sql`select from payout.line t where ${among(ids)} order by t.id for no key update`.execute(tx)
    await move(tx, await linesOf(tx, sql`${among(ids)} and t.hold_id = ${holdId}`), 'unhold', step, { hold_reason: '', hold_id: null })
  },
})
