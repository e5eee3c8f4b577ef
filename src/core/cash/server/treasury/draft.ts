import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import type { PieceCount } from '../../contract/denominations.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import { isBank, treasuryTopic } from '../../contract/treasury/transaction.ts'
import type { cancelTreasury, createTreasury, updateTreasury } from '../../contract/treasury/transactions.ts'
import { treasuryFiles } from './files.ts'
import { type Holding, holdingsOf, nextCode, requireEnd, TREASURY, treasury, unitName, unitOfBusiness } from './record.ts'
import { requireActive, requireWorth } from './rules.ts'

export async function create(input: InputOf<typeof createTreasury>, ctx: CommandContext): Promise<Ref> {
  const { kind, amount, plannedOn, purpose, pieces, courierId, attachments = [] } = input
  const ends = await endsOf(input, ctx)
  checkContent(input, ctx)
  const values = {
    code: await nextCode(ctx.tx, localDate(ctx.now)),
    kind,
    ...ends,
    amount,
    planned_on: plannedOn,
    purpose,
    courier_holding_id: await courierOf(ctx.tx, courierId),
    created_by: ctx.session.account,
    created_at: ctx.now,
  }
  const ref = await treasury.insert(ctx, values, { children: ({ id }) => writePieces(ctx.tx, id, pieces) })
  await keepFiles(ctx, ref.id, attachments)
  await publish(ctx.tx, { topic: treasuryTopic })
  return ref
}

export async function update({ id, version, ...input }: InputOf<typeof updateTreasury>, ctx: CommandContext): Promise<Ref> {
  const seen = await treasury.forChange(ctx, { id, version })
  const { status, kind } = seen.row
  if (status !== 'DRAFT' || kind.startsWith('TILL')) throw new AppError(errors.state, {}, { data: { version, status } })
  await requireEnd(ctx, unitOfBusiness(seen.row))
  checkContent(input, ctx)
  const values = {
    amount: input.amount,
    planned_on: input.plannedOn,
    purpose: input.purpose,
    courier_holding_id: await courierOf(ctx.tx, input.courierId),
  }
  const ref = await treasury.update(ctx, seen, values, { children: () => writePieces(ctx.tx, id, input.pieces) })
  await keepFiles(ctx, id, input.attachments ?? [])
  return ref
}

/** Before the dispatch, by the end whose business it is: the other has its own say by receiving it or not. */
export async function cancel({ id, version, reason }: InputOf<typeof cancelTreasury>, ctx: CommandContext): Promise<Ref> {
  const seen = await treasury.forChange(ctx, { id, version })
  await requireEnd(ctx, unitOfBusiness(seen.row))
  const ref = await treasury.fire(ctx, seen, 'cancel', { set: { end_reason: reason } })
  await publish(ctx.tx, { topic: treasuryTopic })
  return ref
}

/** Attached papers stay with the transaction whatever becomes of it. */
const keepFiles = ({ tx, session }: CommandContext, id: string, files: readonly string[]) =>
  attachFiles(tx, files, { kind: treasuryFiles, ownerUserId: session.userId, subject: { type: TREASURY, id } })

/** Planned pieces are left out, or they are the amount. */
function checkContent({ pieces, amount }: { pieces: readonly PieceCount[]; amount: string }, { language }: CommandContext): void {
  if (pieces.some(({ pieces: count }) => count > 0)) requireWorth(pieces, parseMoney(amount), language)
}

/** The vaults of both units, or the vault and the account at the bank. Who drafts stands at the end whose business it is. */
async function endsOf({ kind, fromUnitId, toUnitId, bankId }: InputOf<typeof createTreasury>, ctx: CommandContext) {
  const { tx, language } = ctx
  await requireUnits(ctx, { fromUnitId, toUnitId })
  if (isBank(kind)) {
    await requireEnd(ctx, fromUnitId)
    if (bankId === undefined) refuseField('bankId', 'required', language)
    const vault = await vaultOf(tx, fromUnitId)
    const end = kind === 'BANK_DEPOSIT' ? { from_holding_id: vault.id } : { to_holding_id: vault.id }
    return { from_unit_id: fromUnitId, to_unit_id: fromUnitId, bank_account_id: await bankAccount(tx, bankId), ...end }
  }
  if (toUnitId === undefined) refuseField('toUnitId', 'required', language)
  if (toUnitId === fromUnitId) throw new AppError(treasuryErrors.toItself)
  await requireEnd(ctx, kind === 'REPLENISHMENT' ? toUnitId : fromUnitId)
  const [from, to] = [await vaultOf(tx, fromUnitId), await vaultOf(tx, toUnitId)]
  return { from_unit_id: fromUnitId, to_unit_id: toUnitId, from_holding_id: from.id, to_holding_id: to.id }
}

/** Throws CSH-068 at the field that names a unit which does not exist. */
async function requireUnits({ tx, language }: CommandContext, named: Record<string, string | undefined>): Promise<void> {
  const ids = Object.values(named).filter((id) => id !== undefined)
  const found = await tx.selectFrom('organisation.unit_directory').select('id').where('id', 'in', ids).execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = Object.entries(named).find(([, id]) => id !== undefined && !known.has(id))
  if (unknown) throw refusedField(unknown[0], treasuryErrors.unitUnknown, language)
}

/** The vault of a unit, in use. Throws CSH-044, CSH-062. */
export async function vaultOf(tx: Tx, unitId: string): Promise<Holding> {
  const [vault] = await holdingsOf(tx, { vaultsOf: [unitId] })
  if (!vault) throw new AppError(treasuryErrors.noVault, { unit: await unitName(tx, unitId) })
  requireActive(vault)
  return vault
}

/** An active courier. Throws CSH-050 for anything else. */
export async function courierOf(tx: Tx, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const courier = await tx
    .selectFrom('cash.holding')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'COURIER')
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!courier) throw new AppError(treasuryErrors.noCourier)
  return courier.id
}

/** The account for cash at a cooperative bank, opened the first time that it is asked for. Without a limit: what the bank has paid out is a fact. */
export async function bankAccount(tx: Tx, bankId: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('cash.bank_account', 0))`.execute(tx)
  const known = await tx.selectFrom('cash.bank_account').select('account_id').where('partner_id', '=', bankId).executeTakeFirst()
  if (known) return known.account_id
  const bank = await tx
    .selectFrom('organisation.partner')
    .select(['code', 'name'])
    .where('id', '=', bankId)
    .where('kind', '=', 'BANK')
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!bank) throw new AppError(errors.notFound)
  const [account = ''] = await openAccounts(tx, [{ code: `BANK-CASH-${bank.code}`, name: `Tiền gửi ${bank.name}`, class: 'ASSET', chart: 'BANK' }])
  await tx.insertInto('cash.bank_account').values({ partner_id: bankId, account_id: account }).execute()
  return account
}

export async function writePieces(tx: Tx, id: string, pieces: readonly PieceCount[]): Promise<void> {
  await tx.deleteFrom('cash.treasury_piece').where('treasury_id', '=', id).execute()
  const lines = pieces.filter(({ pieces: count }) => count > 0).map((line) => ({ treasury_id: id, ...line }))
  if (lines.length > 0) await tx.insertInto('cash.treasury_piece').values(lines).execute()
}
