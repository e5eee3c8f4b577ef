import { sql } from 'kysely'
import { blockedOf } from '#core/disbursement/server/public.ts'
import { activeBanks } from '#core/masterdata/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import type { createKeyAccount, discardKeyAccount, updateKeyAccount } from '../../contract/key-accounts/key-accounts.ts'
import { keyAccountsTopic } from '../../contract/key-accounts/words.ts'
import { KEY_ACCOUNT, keyAccounts, openPayable } from './records.ts'

type Draft = Omit<InputOf<typeof createKeyAccount>, 'code'>
export type Terms = Omit<Draft, 'unitId' | 'bankBin' | 'accountNumber' | 'accountName'>

export async function create({ code, ...draft }: InputOf<typeof createKeyAccount>, ctx: CommandContext): Promise<Ref> {
  await checkDraft(ctx, draft, null)
  const own = code ?? (await nextCode(ctx.tx))
  const taken = await ctx.tx.selectFrom(KEY_ACCOUNT).select('id').where('code', '=', own).executeTakeFirst()
  if (taken) throw refusedField('code', keyAccountErrors.codeTaken, ctx.language, { code: own })
  const account_id = await openPayable(ctx.tx, { code: own, name: draft.name, unitId: draft.unitId })
  // The trigger fills the place in; the type asks for it because the column may not be empty.
  const values = { ...columns(draft), code: own, account_id, head_unit_id: draft.unitId, created_by: ctx.session.account, created_at: ctx.now }
  const ref = await keyAccounts.insert(ctx, values)
  await publish(ctx.tx, { topic: keyAccountsTopic })
  return ref
}

async function nextCode(tx: Tx): Promise<string> {
  const { rows } = await sql<{ code: string }>`select 'KHL' || lpad(nextval('cob.key_account_code')::text, 5, '0') as code`.execute(tx)
  return (rows[0] as { code: string }).code
}

export async function update({ id, version, ...draft }: InputOf<typeof updateKeyAccount>, ctx: CommandContext): Promise<Ref> {
  const seen = await keyAccounts.forChange(ctx, { id, version })
  requireState(seen.row, ['DRAFT'])
  await checkDraft(ctx, draft, id)
  const ref = await keyAccounts.update(ctx, seen, columns(draft))
  await publish(ctx.tx, { topic: keyAccountsTopic })
  return ref
}

export async function discard({ id, version, reason }: InputOf<typeof discardKeyAccount>, ctx: CommandContext): Promise<Ref> {
  const ref = await keyAccounts.fire(ctx, { id, version }, 'discard', { set: { step_note: reason }, note: { reason } })
  await publish(ctx.tx, { topic: keyAccountsTopic })
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
  if (!unit) throw refusedField('unitId', keyAccountErrors.unitUnknown, ctx.language)
  const holder = await holderOfTaxCode(ctx.tx, draft.taxCode, id)
  if (holder) throw refusedField('taxCode', keyAccountErrors.taxCodeTaken, ctx.language, { keyAccount: holder })
  await checkBank(ctx, draft)
}

/** Throws COB-217 at the field where there is no such bank, COB-218 for an account that nothing may go to. */
export async function checkBank({ tx, language }: Pick<CommandContext, 'tx' | 'language'>, bank: { bankBin: string; accountNumber: string }): Promise<void> {
  if (!(await activeBanks(tx)).has(bank.bankBin)) throw refusedField('bankBin', keyAccountErrors.bankUnknown, language)
  await requireFree(tx, bank)
}

export async function requireFree(tx: Tx, bank: { bankBin: string; accountNumber: string }): Promise<void> {
  if ((await blockedOf(tx, [bank]))(bank)) throw new AppError(keyAccountErrors.accountBlocked, { account: bank.accountNumber })
}

/** Throws COB-201 where another key account that is not closed has the tax code. */
export async function checkTaxCode(tx: Tx, taxCode: string, id: string | null): Promise<void> {
  const holder = await holderOfTaxCode(tx, taxCode, id)
  if (holder) throw new AppError(keyAccountErrors.taxCodeTaken, { keyAccount: holder })
}

/** The lock is held until the commit: two at once do not both find it free. */
async function holderOfTaxCode(tx: Tx, taxCode: string, id: string | null): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cob.tax ${taxCode}`}, 0))`.execute(tx)
  const { rows } = await sql<{ code: string }>`
    select code from cob.key_account where tax_code = ${taxCode} and status <> 'CLOSED' and id is distinct from ${id}::bigint limit 1`.execute(tx)
  return rows[0]?.code
}

export const termColumns = (terms: Terms) => ({
  name: terms.name,
  short_name: terms.shortName ?? '',
  legal_name: terms.legalName,
  tax_code: terms.taxCode,
  representative: terms.representative,
  address: terms.address,
  contact_name: terms.contactName,
  phone: terms.phone,
  email: terms.email,
  advance_limit: terms.advanceLimit,
  deposit: terms.deposit,
})

const columns = (draft: Draft) => ({
  ...termColumns(draft),
  unit_id: draft.unitId,
  bank_bin: draft.bankBin,
  account_number: draft.accountNumber,
  account_name: draft.accountName,
})
