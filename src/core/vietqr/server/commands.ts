import { merchantsInScope } from '#core/merchants/server/public.ts'
import type { BulkRow, InputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type Ref, stampOf } from '#platform/server/record/record.ts'
import type { CodeKind, createCode, replaceCode, updateCode } from '../contract/codes.ts'
import { codeErrors } from '../contract/errors.ts'
import { codesTopic } from '../contract/machine.ts'
import { activeMerchant, checkedFacts, numbering, placeOf, requirePayable } from './facts.ts'
import { type MadeCode, makeCodes, type NewCode, payloadOf } from './make.ts'
import { CODE, type CodeRow, closeAccounts, codeForChange, codes } from './records.ts'

export async function create({ merchantId, unitId, kind, active, ...facts }: InputOf<typeof createCode>, ctx: CommandContext): Promise<Ref> {
  const merchant = await activeMerchant(ctx, merchantId)
  const code: NewCode = { merchant, unitId: await placeOf(ctx, merchant, unitId), kind, columns: await checkedFacts(kind, facts, merchant, ctx), active }
  const [made] = (await makeCodes(ctx.tx, stampOf(ctx), [code])) as [MadeCode]
  await publish(ctx.tx, { topic: codesTopic })
  ctx.subject(CODE, made.id, { after: pictureOf(made, code) })
  return { id: made.id, version: made.version }
}

/** A new code, as the audit log shows it. */
export const pictureOf = ({ code, number }: MadeCode, { merchant, unitId, kind, columns, active }: NewCode) => ({
  ...{ code, kind, merchantId: merchant.id, unitId, accountNumber: number, counter: columns.counter, amount: columns.amount, memo: columns.memo },
  ...{ validFrom: columns.valid_from, validTo: columns.valid_to, status: active ? 'ACTIVE' : 'DRAFT' },
})

/** A draft says something else from now on; the account stays. Throws SYS-410 for what is in use. */
export async function update({ id, version, ...facts }: InputOf<typeof updateCode>, ctx: CommandContext): Promise<Ref> {
  const seen = await codeForChange(ctx, { id, version })
  requireDraft(seen.row)
  const kind = seen.row.kind as CodeKind
  const [merchant] = await merchantsInScope(ctx.scope, { ids: [seen.row.merchant_id] })
  const columns = await checkedFacts(kind, facts, merchant, ctx)
  const { number, bank_bin: bank } = await ctx.tx
    .selectFrom('vietqr.virtual_account')
    .select(['number', 'bank_bin'])
    .where('id', '=', seen.row.account_id)
    .executeTakeFirstOrThrow()
  const { cap } = await numbering(ctx.tx)
  const ref = await codes.update(ctx, seen, { ...columns, payload: payloadOf({ kind, bank, number, cap }, columns) })
  await publish(ctx.tx, { topic: codesTopic })
  return ref
}

/** What is printed and hangs somewhere says what it says. Throws VQR-117. */
function requireDraft({ status, code }: CodeRow): void {
  if (status !== 'DRAFT') throw new AppError(codeErrors.notDraft, { code })
}

/** Into use, for the first time or again. Throws VQR-102 for a merchant that is not active, VQR-110 after its last day; its amount is judged as when it was made. */
async function intoUse(ref: BulkRow, event: 'activate' | 'unlock', ctx: CommandContext): Promise<Ref> {
  const seen = await codeForChange(ctx, ref)
  const merchant = await activeMerchant(ctx, seen.row.merchant_id)
  const { valid_to, amount } = seen.row
  if (amount !== null) await requirePayable(amount, merchant, ctx)
  if (valid_to !== null && valid_to < localDate(ctx.now)) throw new AppError(codeErrors.over, { day: showDate(valid_to) })
  return changed(ctx, await codes.fire(ctx, seen, event, { set: { step_note: '' } }))
}
export const activate = (ref: BulkRow, ctx: CommandContext) => intoUse(ref, 'activate', ctx)
export const unlock = (ref: BulkRow, ctx: CommandContext) => intoUse(ref, 'unlock', ctx)

type WithReason = BulkRow & { reason: string }

export async function lock({ id, version, reason }: WithReason, ctx: CommandContext): Promise<Ref> {
  const seen = await codeForChange(ctx, { id, version })
  return changed(ctx, await codes.fire(ctx, seen, 'lock', { set: { step_note: reason }, note: { reason } }))
}

/** For good: its account closes with it. */
export async function revoke({ id, version, reason }: WithReason, ctx: CommandContext): Promise<Ref> {
  const seen = await codeForChange(ctx, { id, version })
  const ref = await codes.fire(ctx, seen, 'revoke', { set: { step_note: reason }, note: { reason } })
  await closeAccounts(ctx.tx, stampOf(ctx), [seen.row.account_id], 'CODE_ENDED', reason)
  return changed(ctx, ref)
}

async function changed(ctx: CommandContext, ref: Ref): Promise<Ref> {
  await publish(ctx.tx, { topic: codesTopic })
  return ref
}

const REPLACEABLE: readonly string[] = ['ACTIVE', 'LOCKED', 'EXPIRED']

/** A new code for the same place, in use at once; the old one is revoked. Answers the new one. */
export async function replace({ id, version, reason, ...facts }: InputOf<typeof replaceCode>, ctx: CommandContext): Promise<Ref> {
  const { tx } = ctx
  const seen = await codeForChange(ctx, { id, version })
  const old = seen.row
  const next = await tx.selectFrom(CODE).select('code').where('replaces_id', '=', id).executeTakeFirst()
  if (next) throw new AppError(codeErrors.replacedAlready, { code: next.code })
  if (!REPLACEABLE.includes(old.status)) throw new AppError(codeErrors.notReplaceable)
  const kind = old.kind as CodeKind
  const merchant = await activeMerchant(ctx, old.merchant_id)
  const code: NewCode = { merchant, unitId: old.unit_id, kind, columns: await checkedFacts(kind, facts, merchant, ctx), replacesId: id, active: true }
  const stamp = stampOf(ctx)
  const [made] = (await makeCodes(tx, stamp, [code])) as [MadeCode]
  const note = `${made.code}: ${reason}`
  await codes.save(tx, stamp, old, { step_note: note }, 'revoke')
  await closeAccounts(tx, stamp, [old.account_id], 'CODE_ENDED', note)
  await ctx.runtime.audit.write(tx, {
    ...{ actor: `user:${stamp.by}`, traceId: ctx.traceId, ip: ctx.ip, action: 'vietqr.replaced', subjectType: CODE, subjectId: id },
    ...{ before: { status: old.status }, after: { status: 'REVOKED', replacedBy: made.code, reason } },
  })
  await publish(tx, { topic: codesTopic })
  ctx.subject(CODE, made.id, { after: { ...pictureOf(made, code), replaces: old.code, reason } })
  return { id: made.id, version: made.version }
}
