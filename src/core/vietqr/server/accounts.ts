import { sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is, within } from '#platform/server/list/where.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { type accountOrders, type closeAccount, type createAccount, findAccount, type listAccounts } from '../contract/accounts.ts'
import { codeErrors } from '../contract/errors.ts'
import { codesTopic } from '../contract/machine.ts'
import { activeMerchant, requirePayable } from './facts.ts'
import { lastPaidTo, paidTo } from './list.ts'
import { openAccounts } from './make.ts'
import { ACCOUNT, accounts } from './records.ts'

function accountsOf({ scope }: Pick<RequestContext, 'scope'>) {
  return scope
    .selectFrom('vietqr.virtual_account as t')
    .leftJoin(...lookup('vietqr.code_directory as c', { 'c.account_id': 't.id' }))
    .leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select([
      't.id',
      't.number',
      bankNameIn('t.bank_bin').as('bankName'),
      't.owner_kind as ownerKind',
      't.owner_ref as ownerRef',
      't.status',
      't.single_use as singleUse',
    ])
    .select([sql<string>`${sql.ref('m.code')}`.as('merchantCode'), sql<string>`${sql.ref('m.name')}`.as('merchantName')])
    .select(['c.id as codeId', 'c.code', sql<string | null>`coalesce(${sql.ref('c.amount')}, t.amount)`.as('amount')])
    .select([
      sql<number>`${paidTo('t.number', 'n')}`.as('payments'),
      sql<string>`${paidTo('t.number', 'amount')}`.as('amountPaid'),
      lastPaidTo('t.number').as('lastPaidAt'),
    ])
    .select(['t.opened_by as openedBy', 't.opened_at as openedAt', 't.closed_because as closedBecause', 't.closed_by as closedBy', 't.closed_at as closedAt'])
    .select(['t.step_note as stepNote', sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select(['t.updated_at as updatedAt', 't.updated_by as updatedBy', 't.version'])
}
type Row = ReturnType<typeof accountsOf> extends { execute(): Promise<(infer R)[]> } ? R : never

export const accountList: ListHandler<typeof listAccounts, Row> = {
  query: accountsOf,
  where: {
    number: (number) => is('t.number')(number.toUpperCase()),
    text: (text) => sql`(t.owner_ref = ${text} or ${sql.ref('c.code')} = ${text.toUpperCase()})`,
    ownerKind: is('t.owner_kind'),
    status: is('t.status'),
    merchantId: is('t.merchant_id'),
    unitId: within('t'),
    period: daysOfTime('t.opened_at'),
  },
  key: 't.id',
  sort: { number: 't.number', openedAt: 't.opened_at', updatedAt: 't.updated_at' },
}

export const accountDetail = async ({ id }: InputOf<typeof findAccount>, ctx: RequestContext): Promise<OutputOf<typeof findAccount>> =>
  (await findRow(findAccount, accountsOf(ctx).where('t.id', '=', id))) as OutputOf<typeof findAccount>

const SHOWN = 50

/** The newest payments to an account, within the caller's scope. */
export async function ordersOf({ number }: InputOf<typeof accountOrders>, { scope }: RequestContext): Promise<OutputOf<typeof accountOrders>> {
  const rows = await scope
    .selectFrom('payment.transaction as p')
    .select(['p.id', 'p.code', 'p.occurred_at as occurredAt', 'p.amount', 'p.status', 'p.payer_name as payerName', 'p.memo'])
    .where('p.credited_account', '=', number)
    .orderBy('p.occurred_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({ ...row, occurredAt: isoLocal(row.occurredAt) })) as OutputOf<typeof accountOrders>
}

export async function open({ ownerKind, merchantId, reference, amount }: InputOf<typeof createAccount>, ctx: CommandContext): Promise<Ref> {
  const { tx, language } = ctx
  const merchant = await activeMerchant(ctx, merchantId)
  const ofMerchant = ownerKind === 'MERCHANT'
  if (ofMerchant && (reference !== undefined || amount !== undefined))
    throw refusedField(reference === undefined ? 'amount' : 'reference', codeErrors.merchantAmount, language)
  if (!ofMerchant && reference === undefined) throw refusedField('reference', codeErrors.referenceNeeded, language)
  if (amount !== undefined) await requirePayable(amount, merchant, ctx)
  const ownerRef = reference ?? merchant.code
  if (!ofMerchant) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`vietqr.account:${ownerKind}:${merchant.id}:${ownerRef}`}, 0))`.execute(tx)
    const known = await tx
      .selectFrom('vietqr.virtual_account')
      .select('number')
      .where('owner_kind', '=', ownerKind)
      .where('merchant_id', '=', merchant.id)
      .where('owner_ref', '=', ownerRef)
      .where('status', '=', 'ACTIVE')
      .executeTakeFirst()
    if (known) throw refusedField('reference', codeErrors.accountOpen, language, { account: known.number })
  }
  const wanted = { merchantId: merchant.id, unitId: merchant.unitId, ownerKind, ownerRef, singleUse: !ofMerchant }
  const [made] = await openAccounts(tx, stampOf(ctx), [{ ...wanted, amount: amount === undefined ? null : formatMoney(parseMoney(amount)) }])
  if (!made) throw new Error('no account was opened')
  await publish(tx, { topic: codesTopic })
  ctx.subject(ACCOUNT, made.id, { after: { number: made.number, ownerKind, ownerRef, merchantId, amount: amount ?? null, status: 'ACTIVE' } })
  return { id: made.id, version: made.version }
}

/** Throws VQR-115 for the account of a code, which ends with it. */
export async function close({ id, version, reason }: InputOf<typeof closeAccount>, ctx: CommandContext): Promise<Ref> {
  const seen = await accounts.forChange(ctx, { id, version })
  const code = await ctx.tx.selectFrom('vietqr.code').select('code').where('account_id', '=', id).executeTakeFirst()
  if (code) throw new AppError(codeErrors.ofCode, { code: code.code })
  const set = { closed_because: 'BY_HAND', closed_by: ctx.session.account, closed_at: ctx.now, step_note: reason }
  const ref = await accounts.fire(ctx, seen, 'close', { set, note: { reason } })
  await publish(ctx.tx, { topic: codesTopic })
  return ref
}
