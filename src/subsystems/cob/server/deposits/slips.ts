import { sql } from 'kysely'
import type { PaymentDesk, PortalLine } from '#core/payments/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { defineFileKind } from '#platform/server/files/kind.ts'
import { attachedTo, attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type RowOf, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { confirmSlip, enterSlip, findSlip, resolveSlip, SLIP_FILE_BYTES, SLIP_FILE_TYPES, SLIP_FILES, slipMachine } from '../../contract/tktt.ts'
import { lockAsked } from './hand-ins.ts'
import { linesOf, slipRows } from './lists.ts'

export const SLIP = 'cob.bank_slip'

type Row = RowOf<'cob.bank_slip'>
type Step = OutputOf<typeof enterSlip>

const slips = defineRecord({
  table: SLIP,
  scoped: true,
  machine: slipMachine,
  lock: 'for no key update',
  picture: (row) => ({
    ...{ code: row.code, status: row.status, bankReference: row.bank_reference, amount: row.amount, bankAmount: row.bank_amount, paidOn: row.paid_on },
    ...{ transactionId: row.transaction_id, note: row.note },
  }),
})

/** Photos of slips, read by who sees the slip. */
export const slipFiles = defineFileKind({
  name: SLIP_FILES,
  upload: { types: SLIP_FILE_TYPES, maxBytes: SLIP_FILE_BYTES, permissions: [enterSlip.permission] },
  async mayRead({ scope, session }, { subject }) {
    if (subject?.type !== SLIP || !session.permissions.has(findSlip.permission)) return false
    return (await scope.selectFrom('cob.bank_slip as s').select('s.id').where('s.id', '=', subject.id).executeTakeFirst()) !== undefined
  },
})

/** Cash that postmen have paid into settlement accounts at banks. */
export function registerSlips(on: Registrar, payments: PaymentDesk): void {
  on.query(findSlip, find)
  on.command(enterSlip, (input, ctx) => enter(input, ctx, payments))
  on.command(confirmSlip, (input, ctx) => confirm(input, ctx, payments))
  on.command(resolveSlip, (input, ctx) => resolve(input, ctx, payments))
}

async function find({ id }: InputOf<typeof findSlip>, ctx: RequestContext): Promise<OutputOf<typeof findSlip>> {
  const row = await slipRows(ctx)
    .leftJoin('payment.code_directory as k', 'k.id', 's.transaction_id')
    .select(['k.code as transactionCode', 's.note', 's.decided_by as decidedBy', 's.decided_at as decidedAt'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { enteredAt, updatedAt, decidedAt, ...slip } = row
  return {
    ...(slip as Omit<OutputOf<typeof findSlip>, 'enteredAt' | 'updatedAt' | 'decidedAt' | 'lines' | 'attachments'>),
    ...{ enteredAt: isoLocal(enteredAt), updatedAt: isoLocal(updatedAt), decidedAt: decidedAt && isoLocal(decidedAt) },
    lines: await linesOf(ctx.scope.db, row.transactionId),
    attachments: await attachedTo(ctx.db, { type: SLIP, id }),
  }
}

async function enter(input: InputOf<typeof enterSlip>, ctx: CommandContext, payments: PaymentDesk): Promise<Step> {
  const { tx, session, now, language } = ctx
  const { courierId, bankId, bankReference, paidOn, note = '', attachments } = input
  if (paidOn > localDate(now)) throw refusedField('paidOn', depositErrors.futureSlip, language)
  await assertBank(ctx, bankId, bankReference)
  const asked = await lockAsked(ctx, { courierId, items: input.items, amount: input.amount })
  const { courier, amount } = asked
  const items = asked.items.map((item) => item.code)
  const { rows } = await sql<{ code: string }>`
    select 'TK' || to_char(${localDate(now)}::date, 'YYMMDD') || lpad(nextval('cob.bank_slip_number')::text, 6, '0') as code`.execute(tx)
  const code = rows[0]?.code as string
  const made = await slips.insert(ctx, {
    ...{ code, courier_id: courierId, bank_id: bankId, bank_reference: bankReference, amount, paid_on: paidOn, note },
    ...{ unit_id: courier.unitId, head_unit_id: courier.headUnitId, entered_by: session.account, entered_by_id: session.userId, entered_at: now },
  })
  await attachFiles(tx, attachments, { kind: { name: SLIP_FILES }, ownerUserId: session.userId, subject: { type: SLIP, id: made.id } })
  const transactionId = await begin(ctx, payments, { bankId, reference: bankReference }, { amount, courier: courier.code, paper: code, items })
  const outcome = { status: 'PROCESSING' as const, code: '01', message: 'Chờ ngân hàng xác nhận' }
  await tell(ctx, payments, { bankId, reference: bankReference }, outcome)
  // The record is locked by its own insert; its version counts from there.
  await tx.updateTable('cob.bank_slip').set({ transaction_id: transactionId }).where('id', '=', made.id).execute()
  return { ...made, code, status: 'ENTERED' }
}

/** Throws COB-118 for a bank that takes no money for the operator, COB-117 for a reference of it that is known already. */
async function assertBank({ tx, language }: CommandContext, bankId: string, reference: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from organisation.partner p join payment.partner_account a on a.partner_id = p.id
    where p.id = ${bankId} and p.kind = 'BANK' and p.status = 'ACTIVE'`.execute(tx)
  if (rows.length === 0) throw refusedField('bankId', depositErrors.slipBankUnknown, language)
  const known = await sql<{ code: string }>`
    select code from cob.bank_slip where bank_id = ${bankId} and bank_reference = ${reference}
    union all select code from payment.transaction_key where partner_id = ${bankId} and external_ref = ${reference} limit 1`.execute(tx)
  const slip = known.rows[0]?.code
  if (slip !== undefined) throw refusedField('bankReference', depositErrors.referenceKnown, language, { reference, slip })
}

interface AtBank {
  bankId: string
  reference: string
}

/** The deposit of a slip, in the name of its bank: what the bank or its statement says under its own reference is said of this. */
async function begin(
  ctx: CommandContext,
  payments: PaymentDesk,
  { bankId, reference }: AtBank,
  { items, ...facts }: { amount: string; courier: string; paper: string; items: readonly string[]; outcome?: object },
): Promise<string> {
  const line: PortalLine = {
    ...{ externalRef: reference, service: 'COD', type: 'COLLECTION', kind: 'TKTT', channel: 'BANK', currency: 'VND', occurredAt: isoLocal(ctx.now) },
    ...facts,
    ...(items.length > 0 ? { items } : {}),
  }
  const sent = await payments.send(ctx, bankId, line)
  if (sent.status === 'refused') throw sent.error
  const { transaction_id: id } = await ctx.tx
    .selectFrom('payment.transaction_key')
    .select('transaction_id')
    .where('code', '=', sent.receipt.transactionCode)
    .executeTakeFirstOrThrow()
  return id
}

async function tell(
  ctx: CommandContext,
  payments: PaymentDesk,
  { bankId, reference }: AtBank,
  outcome: Parameters<PaymentDesk['outcome']>[1]['outcome'],
): Promise<void> {
  const told = await payments.outcome(
    { ...ctx, account: ctx.session.account },
    { partnerId: bankId, externalRef: reference, outcome, occurredAt: isoLocal(ctx.now) },
  )
  if (told.status === 'refused') throw told.error
}

/** Locks the deposit of a slip before the slip, as an outcome of the bank does. Throws COB-119 for who has entered it. */
async function lockSlip(ctx: CommandContext, { id, version }: { id: string; version: number }) {
  const { tx, session } = ctx
  await sql`
    select from cob.bank_slip s join payment.transaction_key k on k.transaction_id = s.transaction_id
      join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
    where s.id = ${id} for no key update of t`.execute(tx)
  const seen = await slips.forChange(ctx, { id, version })
  if (seen.row.entered_by_id === session.userId) throw new AppError(depositErrors.ownSlip)
  return seen
}

const placeOf = ({ bank_id: bankId, bank_reference: reference }: Row): AtBank => ({ bankId, reference })

async function confirm({ id, version, bankAmount, note }: InputOf<typeof confirmSlip>, ctx: CommandContext, payments: PaymentDesk): Promise<Step> {
  const { tx, session, now } = ctx
  const seen = await lockSlip(ctx, { id, version })
  const { row, before } = seen
  const said = { bank_amount: bankAmount, decided_by: session.account, decided_at: now, ...(note === undefined ? {} : { note }) }
  if (parseMoney(bankAmount) !== parseMoney(row.amount)) {
    const made = await slips.fire(ctx, seen, 'differ', { set: said })
    return { ...made, code: row.code, status: 'MISMATCH' }
  }
  const confirmed = await slips.save(tx, stampOf(ctx), row, said, 'confirm')
  const evidence = { bankReference: row.bank_reference }
  await tell(ctx, payments, placeOf(row), { status: 'SUCCEEDED', code: '00', message: 'Khớp sổ phụ ngân hàng', evidence })
  ctx.subject(SLIP, id, { before, after: { code: row.code, status: confirmed.status, bankAmount } })
  return { id, code: row.code, status: 'CONFIRMED_BY_BANK', version: confirmed.version }
}

/** The deposit that waited comes to nothing; where the bank has other money, that is a deposit of its own, whose items the slip names. */
async function resolve({ id, version, resolution, reason }: InputOf<typeof resolveSlip>, ctx: CommandContext, payments: PaymentDesk): Promise<Step> {
  const { tx } = ctx
  const { row, before } = await lockSlip(ctx, { id, version })
  const { items, courier } = await namedBy(ctx, row)
  const resolved = await slips.save(tx, stampOf(ctx), row, { note: reason, ...(resolution === 'BANK_AMOUNT' ? { transaction_id: null } : {}) }, 'resolve')
  await tell(ctx, payments, placeOf(row), { status: 'FAILED', code: '09', message: 'Số tiền ngân hàng xác nhận khác phiếu' })
  if (resolution === 'BANK_AMOUNT') {
    const outcome = { status: 'SUCCEEDED', code: '00', message: 'Theo số tiền ngân hàng xác nhận', evidence: { bankReference: row.bank_reference } }
    const facts = { amount: formatMoney(parseMoney(row.bank_amount as string)), courier, paper: row.code, items, outcome }
    const transactionId = await begin(ctx, payments, { bankId: row.bank_id, reference: `${row.bank_reference}-2` }, facts)
    await tx.updateTable('cob.bank_slip').set({ transaction_id: transactionId }).where('id', '=', id).execute()
  }
  ctx.subject(SLIP, id, { before, after: { code: row.code, status: 'RESOLVED', resolution, note: reason } })
  return { id, code: row.code, status: 'RESOLVED', version: resolved.version }
}

async function namedBy({ tx }: CommandContext, { transaction_id: id, courier_id: courierId }: Row): Promise<{ items: string[]; courier: string }> {
  const { rows } = await sql<{ items: string[]; courier: string }>`
    select c.code as courier, array(select i.code from cob.deposit_line l join cob.item i on i.id = l.item_id where l.transaction_id = ${id} and l.named order by l.position) as items
    from cob.courier c where c.id = ${courierId}`.execute(tx)
  return rows[0] as { items: string[]; courier: string }
}
