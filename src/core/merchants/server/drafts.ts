import { sql } from 'kysely'
import { listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { merchantErrors } from '../contract/errors.ts'
import { merchantsTopic } from '../contract/machine.ts'
import type { changeFacts, createMerchant, discardMerchant, lockMerchant, updateMerchant } from '../contract/merchants.ts'
import { BUSINESS_LINES } from '../contract/words.ts'
import { merchants } from './records.ts'

type Draft = Omit<InputOf<typeof createMerchant>, 'code'>
type Facts = Omit<InputOf<typeof changeFacts>, 'id' | 'version'>
/** What two people agree on once the merchant is open. */
export type Terms = Pick<
  Draft,
  'legalName' | 'legalKind' | 'taxCode' | 'representative' | 'feePlanId' | 'settlementCycle' | 'settlementWeekday' | 'limitOnce' | 'limitDay'
>

export async function create({ code, ...draft }: InputOf<typeof createMerchant>, ctx: CommandContext): Promise<Ref> {
  await checkDraft(ctx, draft, null)
  const values = { ...draftColumns(draft), code: code ?? (await nextCode(ctx.tx)), created_by: ctx.session.account, created_at: ctx.now }
  // The trigger fills the place in; the type asks for it because the column may not be empty.
  const ref = await merchants.insert(ctx, { ...values, head_unit_id: draft.unitId }, { children: ({ id }) => writeChildren(ctx.tx, id, draft) })
  await publish(ctx.tx, { topic: merchantsTopic })
  return ref
}

async function nextCode(tx: Tx): Promise<string> {
  const { rows } = await sql<{ code: string }>`select 'DB' || lpad(nextval('merchants.merchant_code')::text, 6, '0') as code`.execute(tx)
  return (rows[0] as { code: string }).code
}

export async function update({ id, version, ...draft }: InputOf<typeof updateMerchant>, ctx: CommandContext): Promise<Ref> {
  const seen = await merchants.forChange(ctx, { id, version })
  requireState(seen.row, ['DRAFT'])
  await checkDraft(ctx, draft, id)
  const ref = await merchants.update(ctx, seen, draftColumns(draft), { children: () => writeChildren(ctx.tx, id, draft) })
  await publish(ctx.tx, { topic: merchantsTopic })
  return ref
}

export async function changeTheFacts({ id, version, ...facts }: InputOf<typeof changeFacts>, ctx: CommandContext): Promise<Ref> {
  const seen = await merchants.forChange(ctx, { id, version })
  requireState(seen.row, ['ACTIVE', 'LOCKED'])
  await checkPlace(ctx, facts)
  const ref = await merchants.update(ctx, seen, factColumns(facts), { children: () => writeChildren(ctx.tx, id, facts) })
  await publish(ctx.tx, { topic: merchantsTopic })
  return ref
}

export async function discard({ id, version, reason }: InputOf<typeof discardMerchant>, ctx: CommandContext): Promise<Ref> {
  const ref = await merchants.fire(ctx, { id, version }, 'discard', { set: { step_note: reason }, note: { reason } })
  await publish(ctx.tx, { topic: merchantsTopic })
  return ref
}

/** No new payment is begun from now on; what has happened is stored. */
export async function lock({ id, version, reason }: InputOf<typeof lockMerchant>, ctx: CommandContext): Promise<Ref> {
  const ref = await merchants.fire(ctx, { id, version }, 'lock', { set: { step_note: reason }, note: { reason } })
  await publish(ctx.tx, { topic: merchantsTopic })
  return ref
}

export function requireState({ status, version }: { status: string; version: number }, states: readonly string[]): void {
  if (!states.includes(status)) throw new AppError(errors.state, {}, { data: { version, status } })
}

async function checkDraft(ctx: CommandContext, draft: Draft, id: string | null): Promise<void> {
  const unit = await ctx.scope
    .selectFrom('organisation.unit as u')
    .select('u.id')
    .where('u.id', '=', draft.unitId)
    .where('u.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!unit) throw refusedField('unitId', merchantErrors.unitUnknown, ctx.language)
  await checkTerms(ctx, draft, id)
  await checkPlace(ctx, draft)
}

/** Throws what is wrong with terms, each at its field: MER-002, MER-003, MER-005, MER-006. `id`: whose terms; null for a new merchant. */
export async function checkTerms({ tx, language }: Pick<CommandContext, 'tx' | 'language'>, terms: Terms, id: string | null): Promise<void> {
  const { taxCode, feePlanId, settlementCycle, settlementWeekday, limitOnce, limitDay } = terms
  if ((settlementCycle === 'WEEKLY') !== (settlementWeekday !== undefined)) throw refusedField('settlementWeekday', merchantErrors.weekdayNeeded, language)
  if (limitOnce !== undefined && limitDay !== undefined && parseMoney(limitOnce) > parseMoney(limitDay))
    throw refusedField('limitOnce', merchantErrors.limitsOrder, language)
  const plan =
    feePlanId && (await tx.selectFrom('merchants.fee_plan').select('id').where('id', '=', feePlanId).where('status', '=', 'ACTIVE').executeTakeFirst())
  if (feePlanId && !plan) throw refusedField('feePlanId', merchantErrors.planUnknown, language)
  const holder = await holderOfTaxCode(tx, taxCode, id)
  if (holder) throw refusedField('taxCode', merchantErrors.taxCodeTaken, language, { merchant: holder })
}

/** Throws MER-002 where another merchant that is not closed has the tax code. */
export async function checkTaxCode(tx: Tx, taxCode: string, id: string | null): Promise<void> {
  const holder = await holderOfTaxCode(tx, taxCode, id)
  if (holder) throw new AppError(merchantErrors.taxCodeTaken, { merchant: holder })
}

/** The code of another merchant with the tax code that is not closed. The lock is held until the commit: two at once do not both find it free. */
async function holderOfTaxCode(tx: Tx, taxCode: string, id: string | null): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merchants.tax ${taxCode}`}, 0))`.execute(tx)
  const { rows } = await sql<{ code: string }>`
    select code from merchants.merchant where tax_code = ${taxCode} and status <> 'CLOSED' and id is distinct from ${id}::bigint limit 1`.execute(tx)
  return rows[0]?.code
}

async function checkPlace(ctx: CommandContext, { businessLine, provinceCode, communeCode }: Facts): Promise<void> {
  const { tx, language } = ctx
  if (!(await listChoices(tx, BUSINESS_LINES)).has(businessLine)) throw refusedField('businessLine', merchantErrors.lineUnknown, language)
  const today = localDate(ctx.now)
  const { rows } = await sql`
    select from masterdata.administrative_area c
     where c.level = 'COMMUNE' and c.code = ${communeCode} and c.parent_level = 'PROVINCE' and c.parent_code = ${provinceCode} and c.status = 'ACTIVE'
       and c.valid_from <= ${today}::date and coalesce(c.valid_to >= ${today}::date, true) limit 1`.execute(tx)
  if (rows.length === 0) throw refusedField('communeCode', merchantErrors.communeUnknown, language)
}

/** Contacts as they are now; points that are named no more go out of use. */
async function writeChildren(tx: Tx, id: string, { contacts, points }: Pick<Facts, 'contacts' | 'points'>): Promise<void> {
  await tx.deleteFrom('merchants.contact').where('merchant_id', '=', id).execute()
  const people = contacts.map(({ name, role = '', phone = '', email = '' }, at) => ({ merchant_id: id, line: at + 1, name, role, phone, email }))
  if (people.length > 0) await tx.insertInto('merchants.contact').values(people).execute()
  await tx
    .updateTable('merchants.point')
    .set({ in_use: false })
    .where('merchant_id', '=', id)
    .where(sql<boolean>`code <> all(${points.map(({ code }) => code)}::text[])`)
    .execute()
  const places = points.map(({ code, name, address = '', inUse }) => ({ merchant_id: id, code, name, address, in_use: inUse }))
  if (places.length === 0) return
  await tx
    .insertInto('merchants.point')
    .values(places)
    .onConflict((on) =>
      on.columns(['merchant_id', 'code']).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        address: ref('excluded.address'),
        in_use: ref('excluded.in_use'),
      })),
    )
    .execute()
}

export const termColumns = (terms: Terms) => ({
  legal_name: terms.legalName,
  legal_kind: terms.legalKind,
  tax_code: terms.taxCode,
  representative: terms.representative,
  fee_plan_id: terms.feePlanId ?? null,
  settlement_cycle: terms.settlementCycle,
  settlement_weekday: terms.settlementWeekday === undefined ? null : Number(terms.settlementWeekday),
  limit_once: terms.limitOnce ?? null,
  limit_day: terms.limitDay ?? null,
})

const factColumns = ({ name, businessLine, provinceCode, communeCode, address, phone, email = '' }: Facts) => ({
  ...{ name, business_line: businessLine, province_code: provinceCode, commune_code: communeCode, address, phone, email },
})

const draftColumns = (draft: Draft) => ({
  ...termColumns(draft),
  ...factColumns(draft),
  unit_id: draft.unitId,
  settlement_bank_bin: draft.settlementBankBin,
  settlement_account: draft.settlementAccount,
  settlement_name: draft.settlementName,
})
