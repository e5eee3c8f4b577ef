import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { ReleasePicture, TREASURY_FIRST_TIER, treasuryPermissions } from '../../contract/treasury/approval.ts'
import { treasuryReleaseKind } from '../../contract/treasury/approval-kind.ts'
import type { submitTreasury } from '../../contract/treasury/steps.ts'
import { treasuryTopic } from '../../contract/treasury/transaction.ts'
import { isRequestHidden } from './blind.ts'
import { holdingOf, lockedHoldings, requireEnd, TREASURY, type TreasuryRow, treasury, unitName, unitOfBusiness } from './record.ts'
import { requireActive, requireBelowCeiling } from './rules.ts'

export async function placeOf(tx: Tx, unitId: string) {
  const unit = await tx
    .selectFrom('organisation.unit')
    .select(['head_unit_id', 'province_unit_id', 'district_unit_id', 'office_unit_id'])
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  return {
    headUnitId: unit.head_unit_id as string,
    provinceUnitId: unit.province_unit_id,
    districtUnitId: unit.district_unit_id,
    officeUnitId: unit.office_unit_id,
    partnerId: null,
  }
}

/** A treasury transaction may be dispatched once a second person has agreed; large ones by who may decide those. */
export const treasuryRelease: ApprovalKind = defineApprovalKind<Record<string, never>>({
  ...treasuryReleaseKind,
  subjectType: TREASURY,
  payload: z.strictObject({}),
  picture: ReleasePicture,
  entity: 'cash.treasury.transaction',
  permissions: { ask: treasuryPermissions.ask, see: treasuryPermissions.see },
  tiers: [
    { upTo: TREASURY_FIRST_TIER, decide: treasuryPermissions.approve },
    { upTo: null, decide: treasuryPermissions.approveLarge },
  ],
  days: 7,
  veil: isRequestHidden,
  async describe({ tx }, id) {
    const row = await treasury.lock(tx, { id })
    const facts = await factsOf(tx, row)
    return {
      code: row.code,
      place: await placeOf(tx, unitOfBusiness(row)),
      before: { status: 'SUBMITTED' },
      after: { ...facts, status: 'APPROVED' },
      money: parseMoney(row.amount),
      rows: 1,
    }
  },
  async hold(ctx, { subjectId, version }) {
    return (await step(ctx, { id: subjectId, version }, 'submit')).version
  },
  versionNow: async ({ tx }, id) => (await treasury.locked(tx, id))?.version,
  async apply(ctx, { subjectId }) {
    await checkCeiling(ctx.tx, await treasury.lock(ctx.tx, { id: subjectId }), ctx.approver.language)
    await step(ctx, { id: subjectId }, 'approve')
  },
  async release(ctx, { subjectId }, how, note) {
    await step(ctx, { id: subjectId }, how === 'REJECTED' ? 'reject' : 'giveBack', how === 'REJECTED' ? note : undefined)
  },
})

async function step(ctx: ApprovalContext, at: { id: string; version?: number }, event: 'submit' | 'approve' | 'reject' | 'giveBack', reason?: string) {
  const row = await treasury.lock(ctx.tx, at)
  await publish(ctx.tx, { topic: treasuryTopic })
  return treasury.save(ctx.tx, decidedBy(ctx), row, reason === undefined ? {} : { end_reason: reason }, event)
}

async function factsOf(tx: Tx, row: TreasuryRow) {
  const courier = row.courier_holding_id === null ? null : await holdingOf(tx, row.courier_holding_id)
  return {
    kind: row.kind,
    fromName: row.kind === 'BANK_WITHDRAWAL' ? await bankNameOf(tx, row) : await unitName(tx, row.from_unit_id),
    toName: row.kind === 'BANK_DEPOSIT' ? await bankNameOf(tx, row) : await unitName(tx, row.to_unit_id),
    amount: row.amount,
    plannedOn: row.planned_on,
    courierName: courier?.name ?? null,
  }
}

export async function bankNameOf(tx: Tx, { bank_account_id }: Pick<TreasuryRow, 'bank_account_id'>): Promise<string> {
  const bank = await tx
    .selectFrom('cash.bank_account as b')
    .innerJoin('organisation.partner as p', 'p.id', 'b.partner_id')
    .select('p.name')
    .where('b.account_id', '=', bank_account_id as string)
    .executeTakeFirst()
  return bank?.name ?? ''
}

export async function submit({ id, version, reason = '' }: InputOf<typeof submitTreasury>, ctx: CommandContext) {
  const { row } = await treasury.forChange(ctx, { id, version })
  if (row.kind.startsWith('TILL')) throw new AppError(errors.state, {}, { data: { status: row.status, version } })
  await requireEnd(ctx, unitOfBusiness(row))
  await checkCeiling(ctx.tx, row, ctx.language)
  const asked = await ask(ctx, treasuryRelease, { subjectId: id, version, payload: {}, reason: reason || row.purpose })
  ctx.subject(TREASURY, id, { before: { status: 'DRAFT' }, after: { status: 'SUBMITTED', request: asked.requestId } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** The receiving vault must be in use and take the amount. */
async function checkCeiling(tx: Tx, row: TreasuryRow, language: Language): Promise<void> {
  if (row.to_holding_id === null) return
  const receiver = (await lockedHoldings(tx, [row.to_holding_id]))(row.to_holding_id)
  requireActive(receiver)
  await requireBelowCeiling(tx, receiver, parseMoney(row.amount), language)
}
