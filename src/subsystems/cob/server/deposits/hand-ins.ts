import { sql } from 'kysely'
import { openShiftErrors } from '#core/cash/contract/shifts.ts'
import { countersOf, openShiftsOf, personOf, refusedShift } from '#core/cash/server/public.ts'
import { type PaymentDesk, PORTAL } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type RowOf, type Seen, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { acceptHandIn, cancelHandIn, countHandIn, courierOwes, declareHandIn, handInCode, handInMachine } from '../../contract/deposits.ts'
import { MOST_ITEMS } from '../../contract/service.ts'
import { depositRefusal } from './admission.ts'
import { announceCode, tellCode, tryCode } from './one-time-code.ts'
import { freeOf, lockDebtors, lockOwed, type OwedItem, shareOut, sumOf } from './owed.ts'

export const HAND_IN = 'cob.hand_in'

type Row = RowOf<'cob.hand_in'>
type Step = OutputOf<typeof declareHandIn>

const handIns = defineRecord({
  table: HAND_IN,
  scoped: true,
  machine: handInMachine,
  lock: 'for no key update',
  picture: (row) => ({
    ...{ code: row.code, status: row.status, declaredAmount: row.declared_amount, countedAmount: row.counted_amount, counts: row.counts },
    ...{ transactionId: row.transaction_id, note: row.note },
  }),
  // Who counts is told what has changed meanwhile, and never what was declared.
  form: ({ declaredAmount: _declared, ...picture }) => picture,
})

/** Cash of postmen at offices. */
export function registerHandIns(on: Registrar, payments: PaymentDesk): void {
  on.query(courierOwes, owes)
  on.query(handInCode, tellCode)
  on.command(declareHandIn, declare)
  on.command(countHandIn, (input, ctx) => count(input, ctx, payments))
  on.command(acceptHandIn, (input, ctx) => accept(input, ctx, payments))
  on.command(cancelHandIn, cancel)
}

/** A postman whom the caller sees. Throws SYS-404. */
export async function assertSeen({ scope }: Pick<RequestContext, 'scope'>, courierId: string): Promise<void> {
  const seen = await scope.selectFrom('cob.courier as c').select('c.id').where('c.id', '=', courierId).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
}

async function owes({ courierId }: InputOf<typeof courierOwes>, ctx: RequestContext): Promise<OutputOf<typeof courierOwes>> {
  await assertSeen(ctx, courierId)
  const { rows } = await sql<{ itemId: string; code: string; dueOn: string | null; open: string }>`
    select i.id as "itemId", i.code, i.due_on as "dueOn", (i.collected_amount - i.handed_in_amount)::numeric(20,2) as open from cob.item i
    where i.courier_id = ${courierId} and i.money_state in ('COLLECTED', 'PARTIAL') and not exists (select from cob.claim c where c.item_id = i.id)
    order by i.due_on, i.id`.execute(ctx.db)
  return { total: formatMoney(sumOf(rows.map(({ open }) => ({ open: parseMoney(open) })))), items: rows }
}

/** Checks what somebody wants to hand in against what the postman owes, both locked from here on. */
export async function lockAsked(ctx: CommandContext, asked: { courierId: string; items: readonly string[]; amount?: string | undefined }) {
  const { tx, language } = ctx
  await assertSeen(ctx, asked.courierId)
  const [courier] = await lockDebtors(tx, { ids: [asked.courierId] })
  if (!courier) throw new AppError(errors.notFound)
  const owed = await lockOwed(tx, { couriers: [courier.id], codes: asked.items })
  const named = owed.filter(({ code }) => asked.items.includes(code))
  const amount = asked.amount ?? formatMoney(sumOf(named))
  const refused = depositRefusal({ courier, items: asked.items, amount, paper: null }, owed)
  if (refused) throw refusedField(refused.field, refused.error.definition, language, refused.error.params)
  if (parseMoney(amount) === 0n) throw refusedField('amount', depositErrors.amountNeeded, language)
  const items = named.length > 0 ? named : oldestFor(parseMoney(amount), freeOf(owed, courier.id)).slice(0, MOST_ITEMS)
  return { courier, items, amount }
}

/** What an amount without items is for, so that the next one is asked about the rest. */
const oldestFor = (amount: Hundredths, owed: readonly OwedItem[]) => shareOut(amount, owed, new Set()).shares.map(({ item }) => item)

async function declare({ courierId, items, amount, note = '' }: InputOf<typeof declareHandIn>, ctx: CommandContext): Promise<Step> {
  const { tx, session, now } = ctx
  const asked = await lockAsked(ctx, { courierId, items, amount })
  const { rows } = await sql<{ code: string }>`
    select 'BK' || to_char(${localDate(now)}::date, 'YYMMDD') || lpad(nextval('cob.hand_in_number')::text, 6, '0') as code`.execute(tx)
  const code = rows[0]?.code as string
  const made = await handIns.insert(ctx, {
    ...{ code, courier_id: courierId, declared_amount: asked.amount, note, unit_id: asked.courier.unitId, head_unit_id: asked.courier.headUnitId },
    ...{ declared_by: session.account, declared_by_id: session.userId, declared_at: now },
  })
  const lines = asked.items.map((item, at) => ({ item: item.id, position: at + 1, amount: formatMoney(item.open) }))
  await sql`
    insert into cob.hand_in_item (hand_in_id, item_id, position, amount)
    select ${made.id}, r.item, r.position, r.amount from json_to_recordset(${JSON.stringify(lines)}::json) as r (item bigint, position integer, amount numeric)`.execute(
    tx,
  )
  await sql`
    insert into cob.claim (item_id, paper, at) select r.item, ${code}, ${now} from json_to_recordset(${JSON.stringify(lines)}::json) as r (item bigint)`.execute(
    tx,
  )
  await announceCode(ctx, { courierId, code })
  return { ...made, code, status: 'DECLARED', transactionId: null }
}

/** The till of a teller's open shift, held until the commit. Throws CSH-120 to CSH-123. */
async function tillOf({ tx, language }: CommandContext, staffId: string): Promise<{ id: string; code: string; unitId: string }> {
  const shift = (await openShiftsOf(tx, { staffIds: [staffId] })).find(({ status }) => status === 'OPEN')
  if (!shift) throw new AppError(openShiftErrors.noShift)
  const [teller, portal] = await Promise.all([
    tx.selectFrom('organisation.staff').select('code').where('id', '=', staffId).executeTakeFirstOrThrow(),
    tx.selectFrom('organisation.partner').select('id').where('code', '=', PORTAL).executeTakeFirstOrThrow(),
  ])
  const [at] = await countersOf(tx, [{ facts: { channel: 'COUNTER', teller: teller.code, till: shift.tillCode }, partnerId: portal.id, language, fact: false }])
  if (!at) throw new AppError(openShiftErrors.noShift)
  if (at instanceof AppError) throw at
  const refused = refusedShift(at.shift, at.till.id)
  if (refused) throw refused
  return at.till
}

/** Counts by one person; after them somebody else counts, or accepts what was counted. */
const COUNTS = 2

/** Who counts, and into which till. Throws COB-114, COB-116, COB-125 and COB-134, and what the till is refused for: before a try at the code is spent. */
async function counterOf({ id, version }: Pick<InputOf<typeof countHandIn>, 'id' | 'version'>, ctx: CommandContext) {
  const { tx, scope, session } = ctx
  const found = await scope
    .selectFrom('cob.hand_in as h')
    .select(['h.version', 'h.courier_id', 'h.unit_id', 'h.declared_by_id', 'h.counted_by_id', 'h.counts'])
    .where('h.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  if (found.declared_by_id === session.userId) throw new AppError(depositErrors.ownDeclaration)
  if (found.version !== version) throw new AppError(errors.stale, {}, { data: { version: found.version } })
  const person = await personOf(tx, session)
  await requireOther(ctx, found, person.staffId)
  if (found.counts >= COUNTS && found.counted_by_id === session.userId) throw new AppError(depositErrors.countedTwice)
  const till = await tillOf(ctx, person.staffId)
  if (till.unitId !== found.unit_id) throw await elsewhere(ctx, found)
  return { person, till }
}

async function count({ id, version, oneTimeCode, amount }: InputOf<typeof countHandIn>, ctx: CommandContext, payments: PaymentDesk): Promise<Step> {
  const { tx, session, now } = ctx
  const { person, till } = await counterOf({ id, version }, ctx)
  await tryCode(id, oneTimeCode, ctx)
  const seen = await handIns.forChange(ctx, { id, version })
  const { row } = seen
  const counted = {
    ...{ counted_amount: amount, counts: row.counts + 1, counted_at: now, counted_by_id: session.userId },
    ...{ teller_staff_id: person.staffId, till_id: till.id },
  }
  const agrees = parseMoney(amount) === parseMoney(row.declared_amount)
  if (!agrees) {
    const made = await handIns.fire(ctx, seen, 'differ', { set: counted })
    return { ...made, code: row.code, status: 'DISCREPANCY', transactionId: null }
  }
  return book(ctx, seen, await handIns.save(tx, stampOf(ctx), row, counted, 'agree'), { till: till.code, payments })
}

/** He knows the code of his own hand-in, so that of all people he would need nobody else to be there. Throws COB-125. */
async function requireOther({ tx }: CommandContext, { courier_id }: Pick<Row, 'courier_id'>, staffId: string): Promise<void> {
  const courier = await tx.selectFrom('cob.courier').select('staff_id').where('id', '=', courier_id).executeTakeFirstOrThrow()
  if (courier.staff_id === staffId) throw new AppError(depositErrors.ownHandIn)
}

async function elsewhere({ tx }: CommandContext, row: Pick<Row, 'courier_id' | 'unit_id'>): Promise<AppError> {
  const unit = await tx.selectFrom('organisation.unit').select('name').where('id', '=', row.unit_id).executeTakeFirstOrThrow()
  const courier = await tx.selectFrom('cob.courier').select('code').where('id', '=', row.courier_id).executeTakeFirstOrThrow()
  return new AppError(depositErrors.otherOffice, { courier: courier.code, office: unit.name })
}

async function accept({ id, version, reason }: InputOf<typeof acceptHandIn>, ctx: CommandContext, payments: PaymentDesk): Promise<Step> {
  const { tx, session } = ctx
  const seen = await handIns.forChange(ctx, { id, version })
  const { row } = seen
  if (row.counted_by_id === session.userId) throw new AppError(depositErrors.ownCount)
  if (row.declared_by_id === session.userId) throw new AppError(depositErrors.ownDeclaration)
  const counted = await handIns.save(tx, stampOf(ctx), row, { note: reason }, 'accept')
  // The cash lies in the till of who counted it, whose shift has to be open still.
  const till = await tillOf(ctx, row.teller_staff_id as string)
  if (till.id !== row.till_id) throw new AppError(openShiftErrors.otherTill, { till: till.code })
  return book(ctx, seen, counted, { till: till.code, payments })
}

/** Books what was counted: the till has it, the postman owes that much less. */
async function book(ctx: CommandContext, seen: Seen<'cob.hand_in'>, counted: Row, { till, payments }: { till: string; payments: PaymentDesk }): Promise<Step> {
  const { tx, session, now } = ctx
  const { code } = counted
  const { rows } = await sql<{ courier: string; items: string[] }>`
    select c.code as courier, array(select i.code from cob.hand_in_item l join cob.item i on i.id = l.item_id where l.hand_in_id = ${counted.id} order by l.position) as items
    from cob.courier c where c.id = ${counted.courier_id}`.execute(tx)
  const { courier, items } = rows[0] as { courier: string; items: string[] }
  const desk = { ...ctx, account: session.account }
  // It has come: what exceeds the debt waits as surplus.
  const reported = await payments.report(desk, {
    ...{ externalRef: code, service: 'COD', type: 'COLLECTION', kind: 'CASH', channel: 'COUNTER', currency: 'VND', occurredAt: isoLocal(now) },
    ...{ amount: formatMoney(parseMoney(counted.counted_amount as string)), courier, till, paper: code },
    ...(items.length > 0 ? { items } : {}),
    outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã kiểm đếm, nhập quỹ' },
  })
  if (reported.status === 'refused') throw reported.error
  await sql`delete from cob.claim where paper = ${code}`.execute(tx)
  const { transaction_id: transactionId } = await tx
    .selectFrom('payment.transaction_key')
    .select('transaction_id')
    .where('code', '=', reported.receipt.transactionCode)
    .executeTakeFirstOrThrow()
  const booked = await handIns.save(tx, stampOf(ctx), counted, { transaction_id: transactionId, booked_at: now }, 'book')
  ctx.subject(HAND_IN, counted.id, { before: seen.before, after: { code, status: 'BOOKED', countedAmount: counted.counted_amount, transactionId } })
  return { id: counted.id, code, status: 'BOOKED', version: booked.version, transactionId }
}

async function cancel({ id, version, reason }: InputOf<typeof cancelHandIn>, ctx: CommandContext): Promise<Step> {
  const seen = await handIns.forChange(ctx, { id, version })
  const { code } = seen.row
  const made = await handIns.fire(ctx, seen, 'cancel', { set: { note: reason } })
  await sql`delete from cob.claim where paper = ${code}`.execute(ctx.tx)
  return { ...made, code, status: 'CANCELLED', transactionId: null }
}
