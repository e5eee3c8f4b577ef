import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openHoldings } from '#core/cash/server/public.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { TestApp } from './app.ts'
import { type GatewayReply, gatewayCall, gatewayWorld, type TestChannel } from './payments.ts'

/** Postmen of an office with items whose money they have taken, and channels that report deposits. */
export interface DepositWorld {
  vcb: TestChannel
  saoviet: TestChannel
  unitId: string
  /** A postman of office 010101 with an account of its own; answers the code. */
  courier(code: string): Promise<string>
  /** An item whose money a postman has taken, due `dueIn` days from today; whole đồng. */
  collected(courier: string, code: string, amount: number, dueIn?: number, options?: { delivered?: boolean }): Promise<void>
  /** Reports a deposit through the gateway. */
  report(line: object, channel?: TestChannel): Promise<GatewayReply<{ transactionCode: string; externalRef: string }>>
  outcome(externalRef: string, status: 'SUCCEEDED' | 'FAILED' | 'PROCESSING', channel?: TestChannel): Promise<GatewayReply<{ transactionCode: string }>>
  idOf(code: string | undefined): Promise<string>
  item(code: string): Promise<{ state: string; handedIn: string; claim: string | null }>
  /** What the ledger, the positions and the items say that a postman owes. */
  owed(courier: string): Promise<{ ledger: string; positions: string; debt: string; items: string }>
}

const SAID = { SUCCEEDED: ['00', 'Thành công'], FAILED: ['51', 'Không thành công'], PROCESSING: ['01', 'Đang xử lý'] } as const
const outcomeOf = (status: keyof typeof SAID) => ({ status, code: SAID[status][0], message: SAID[status][1] })
export const PAID = { outcome: outcomeOf('SUCCEEDED') }

let made = 0

/** A line of a deposit by QR; what is given replaces the default. */
export const deposit = (change: object = {}) => ({
  ...{ externalRef: `ND-${++made}`, service: 'COD', type: 'COLLECTION', kind: 'QR', channel: 'QR', currency: 'VND', occurredAt: isoLocal(new Date()) },
  ...change,
})

export async function depositWorld({ app, runtime }: TestApp): Promise<DepositWorld> {
  const { db, database } = runtime
  const { vcb, saoviet } = await gatewayWorld(runtime)
  const { id: unitId } = await db.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()
  const { account_id: payable } = await db
    .selectFrom('payment.service_account')
    .select('account_id')
    .where('service', '=', 'COD')
    .where('role', '=', 'retailPayable')
    .executeTakeFirstOrThrow()
  const today = () => localDate(runtime.clock.now())
  const world: DepositWorld = {
    vcb,
    saoviet,
    unitId,
    async courier(code) {
      const account = { code: `11311.COD.${code}`, name: code, class: 'ASSET' as const, chart: 'CASH_IN_TRANSIT' as const, keptBy: 'cob', minBalance: 0n }
      const [id] = await db.transaction().execute((tx) => openAccounts(tx, [account]))
      await database.owner.query(
        `insert into cob.courier (code, name, account_id, unit_id, created_by, created_at, updated_by, updated_at) values ($1, $2, $3, $4, 'test', now(), 'test', now())`,
        [code, `Bưu tá ${code}`, id, world.unitId],
      )
      return code
    },
    async collected(courier, code, amount, dueIn = 1, { delivered = true } = {}) {
      const now = runtime.clock.now()
      const owner = await db.selectFrom('cob.courier').select(['id', 'account_id']).where('code', '=', courier).executeTakeFirstOrThrow()
      const { rows } = await database.owner.query(
        `with i as (
           insert into cob.item (code, partner_id, sender_name, receiver_name, cod_amount, accepted_at, accepted_unit_id, unit_id, courier_id, delivery_state, delivered_at, due_on, updated_at)
           values ($1, $2, 'Shop', 'Người nhận', $3, now(), $4, $4, $5, $6, now(), $7, now()) returning id)
         select id from i`,
        [code, vcb.partnerId, amount, world.unitId, owner.id, delivered ? 'DELIVERED' : 'OUT_FOR_DELIVERY', addDays(today(), dueIn)],
      )
      const itemId = rows[0].id
      await db.transaction().execute(async (tx) => {
        const event = await sql<{ id: string }>`
          insert into cob.event (partner_id, reference, item_code, item_id, kind, at, courier_id, amount, method, received_at)
          values (${vcb.partnerId}, ${randomUUID()}, ${code}, ${itemId}, 'COLLECTED', ${now}, ${owner.id}, ${amount}, 'CASH', ${now}) returning id`.execute(tx)
        const journal = await post(tx, {
          ...{ businessKey: `cod-collected:${itemId}`, kind: 'COD_COLLECTED', service: 'COD', businessDate: today(), occurredAt: now, description: code },
          ...{ sourceType: 'cob.item', sourceId: itemId, officeUnitId: world.unitId },
          entries: [
            { accountId: owner.account_id, side: 'D', amount: BigInt(amount) * 100n },
            { accountId: payable, side: 'C', amount: BigInt(amount) * 100n },
          ],
        })
        await sql`
          update cob.item set collected_event_id = ${event.rows[0]?.id}, collected_at = ${now}, collected_amount = ${amount}, money_state = 'COLLECTED' where id = ${itemId}`.execute(
          tx,
        )
        await sql`
          insert into cob.position (courier_id, item_id, kind, amount, business_date, due_on, journal_id, unit_id, at)
          values (${owner.id}, ${itemId}, 'COLLECT', ${amount}, ${today()}, ${addDays(today(), dueIn)}, ${journal.journalId}, ${world.unitId}, ${now})`.execute(
          tx,
        )
      })
    },
    report: (line, channel = vcb) => gatewayCall(app, channel, '/og-001/v1/transactions', line, { at: runtime.clock.now() }),
    outcome: (externalRef, status, channel = vcb) =>
      gatewayCall(
        app,
        channel,
        `/og-001/v1/transactions/${externalRef}/outcome`,
        { ...outcomeOf(status), occurredAt: isoLocal(runtime.clock.now()) },
        { at: runtime.clock.now() },
      ),
    async idOf(code) {
      return (
        await db
          .selectFrom('payment.transaction_key')
          .select('transaction_id as id')
          .where('code', '=', code ?? '')
          .executeTakeFirstOrThrow()
      ).id
    },
    async item(code) {
      const { rows } = await sql<{ state: string; handedIn: string; claim: string | null }>`
        select i.money_state as state, i.handed_in_amount as "handedIn", c.paper as claim from cob.item i left join cob.claim c on c.item_id = i.id where i.code = ${code}`.execute(
        db,
      )
      return rows[0] as { state: string; handedIn: string; claim: string | null }
    },
    async owed(courier) {
      const { rows } = await sql<Awaited<ReturnType<DepositWorld['owed']>>>`
        select a.balance as ledger, coalesce((select sum(amount) from cob.position p where p.courier_id = c.id), 0)::numeric(20,2) as positions,
          coalesce((select sum(collected - handed_in + adjusted) from cob.debt d where d.courier_id = c.id), 0)::numeric(20,2) as debt,
          coalesce((select sum(collected_amount - handed_in_amount) from cob.item i where i.courier_id = c.id), 0)::numeric(20,2) as items
        from cob.courier c join ledger.account a on a.id = c.account_id where c.code = ${courier}`.execute(db)
      return rows[0] as Awaited<ReturnType<DepositWorld['owed']>>
    },
  }
  return world
}

/** Whoever signs in as giaodichvien works at the office of the postmen, with a till and an open shift; answers who that is. */
export async function depositTill({ runtime }: TestApp, world: DepositWorld): Promise<{ staffId: string; account: string }> {
  const { rows } = await runtime.database.owner.query(
    "select p.staff_id, s.unit_id from iam.account_place p join iam.user_account u on u.id = p.user_id join organisation.staff s on s.id = p.staff_id where u.account = 'giaodichvien'",
  )
  const { staff_id: staffId, unit_id: unitId } = rows[0]
  world.unitId = unitId
  const [holding] = await runtime.db.transaction().execute((tx) => openHoldings(tx, [{ code: 'T-COD', name: 'Quầy COD', kind: 'TILL', unitId }]))
  await runtime.database.owner.query(
    "insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at) values ('CA-COD', $1, $2, $3, $4, 'OPEN', now())",
    [unitId, holding?.id, staffId, localDate(runtime.clock.now())],
  )
  return { staffId, account: 'CASH-T-COD' }
}

/** What all of them say. */
export const all = (amount: Hundredths) => {
  const said = formatMoney(amount)
  return { ledger: said, positions: said, debt: said, items: said }
}
