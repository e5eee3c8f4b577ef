import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { post } from '#core/ledger/server/public.ts'
import { listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cashVarianceKind } from '../contract/approval-kind.ts'
import {
  countErrors,
  type explainVariance,
  VARIANCE_REASONS,
  VariancePayload,
  VariancePicture,
  type varianceMachine,
  variancePermissions,
} from '../contract/counts.ts'
import { mayExplain } from './counter/unknown-payouts.ts'
import { differenceAccount } from './difference-accounts.ts'
import { endedByPayout, keepPending } from './pending-difference.ts'
import { deciders } from './people.ts'
import { shifts, variances } from './records.ts'

/** Requests name the count, whose screen shows both figures. */
export const VARIANCE_SUBJECT = 'cash.count'

interface Found {
  id: string
  countId: string
  countCode: string
  reason: string
  /** What is left of what was counted, once payouts that explain it are taken off. */
  amount: string
  status: string
  version: number
  holdingId: string
  accountId: string
  unitId: string
  businessDate: string
  shiftId: string | null
  people: (string | null)[]
}

/** The variance of a count with everybody who had a hand in it; shift, holding, variance: as every count locks them. */
async function lockVariance(tx: Tx, countId: string): Promise<Found | undefined> {
  await sql`select 1 from cash.shift s where s.id = (select shift_id from cash.count where id = ${countId}) for update`.execute(tx)
  await sql`select 1 from cash.holding h where h.id = (select holding_id from cash.count where id = ${countId}) for no key update`.execute(tx)
  const { rows } = await sql<Found>`
    select v.id, c.id as "countId", c.code as "countCode", c.reason, v.amount + v.explained as amount, v.status, v.version, v.holding_id as "holdingId", h.account_id as "accountId", v.unit_id as "unitId",
      c.business_date as "businessDate", c.shift_id as "shiftId", array[c.counted_by_staff_id, c.witness_staff_id, s.teller_staff_id]::text[] as people
    from cash.variance v join cash.count c on c.id = v.count_id join cash.holding h on h.id = v.holding_id left join cash.shift s on s.id = c.shift_id
    where v.count_id = ${countId} for update of v`.execute(tx)
  return rows[0]
}

const locked = async (tx: Tx, countId: string): Promise<Found> => {
  const found = await lockVariance(tx, countId)
  if (!found) throw new AppError(countErrors.noVariance)
  return found
}

export async function explain(
  { id, version, reasonCode, note }: InputOf<typeof explainVariance>,
  ctx: CommandContext,
): Promise<OutputOf<typeof explainVariance>> {
  const { tx, scope, language } = ctx
  const seen = await scope.selectFrom('cash.count as c').select('c.id').where('c.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  const variance = await locked(tx, id)
  await assertNotCounted(tx, variance.holdingId)
  const choices = await listChoices(tx, VARIANCE_REASONS)
  const reason = choices.get(reasonCode)
  if (choices.size > 0 && reason === undefined) throw refusedField('reasonCode', countErrors.reasonUnknown, language)
  const words = [reason, note].filter(Boolean).join(': ')
  const asked = await ask(ctx, cashVariance, { subjectId: id, version, payload: { reasonCode, note, amount: variance.amount }, reason: words })
  ctx.subject(VARIANCE_SUBJECT, id, { after: { varianceStatus: 'PENDING', request: asked.requestId, requested: { varianceReason: words } } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}

/** Throws CSH-141 while somebody counts the holding: that count takes the place of the variance. */
async function assertNotCounted(tx: Tx, holdingId: string): Promise<void> {
  const counting = await tx
    .selectFrom('cash.count_session as s')
    .innerJoin('cash.holding as h', 'h.id', 's.holding_id')
    .innerJoin('organisation.staff_directory as d', 'd.id', 's.counter_staff_id')
    .select(['h.code', 'd.full_name as name'])
    .where('s.holding_id', '=', holdingId)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst()
  if (counting) throw new AppError(countErrors.counted, { code: counting.code, name: counting.name ?? '' })
}

/** Whose people decide: the unit's, or those of the unit above where one person works alone. */
export async function placeOf(tx: Tx, unitId: string) {
  const { rows } = await sql<{ headUnitId: string; provinceUnitId: string | null; districtUnitId: string | null; officeUnitId: string | null }>`
    select u.head_unit_id as "headUnitId", u.province_unit_id as "provinceUnitId", u.district_unit_id as "districtUnitId", u.office_unit_id as "officeUnitId"
    from organisation.unit o left join cash.unit_state w on w.unit_id = o.id
    join organisation.unit u on u.id = case when w.single_handed and o.parent_id is not null then o.parent_id else o.id end
    where o.id = ${unitId}`.execute(tx)
  const [place] = rows
  if (!place) throw new AppError(errors.notFound)
  return { ...place, partnerId: null }
}

type Change = Parameters<typeof variances.save>[3]

/** Fires an event on a variance that is locked; answers its version. */
async function move(
  ctx: ApprovalContext,
  found: Pick<Found, 'id'>,
  event: keyof typeof varianceMachine.events,
  set: Change = {},
  version?: number,
): Promise<number> {
  const row = await variances.lock(ctx.tx, { id: found.id, ...(version === undefined ? {} : { version }) })
  return (await variances.save(ctx.tx, decidedBy(ctx), row, set, event)).version
}

/** Somebody explains what a count found, another agrees to it, and it is posted; otherwise it stays open and is counted or explained again. */
export const cashVariance: ApprovalKind = defineApprovalKind<VariancePayload>({
  ...cashVarianceKind,
  subjectType: VARIANCE_SUBJECT,
  payload: VariancePayload,
  picture: VariancePicture,
  entity: 'cash.shifts.count',
  permissions: { ask: variancePermissions.ask, see: variancePermissions.see },
  tiers: [{ upTo: null, decide: variancePermissions.approve }],
  limit: 'WRITE_OFF',
  days: 30,
  ended: endedByPayout,
  async describe({ tx }, id, { reasonCode }) {
    const { countCode, unitId, amount } = await locked(tx, id)
    const varianceReason = (await listChoices(tx, VARIANCE_REASONS)).get(reasonCode) ?? reasonCode
    const explained = await mayExplain(tx, id)
    const before = { variance: amount, varianceStatus: 'OPEN', varianceReason: null, ...explained }
    return {
      code: countCode,
      place: await placeOf(tx, unitId),
      before,
      after: { variance: amount, varianceStatus: 'POSTED', varianceReason, ...explained },
      money: parseMoney(amount),
      rows: 1,
    }
  },
  async hold(ctx, { subjectId, payload, version }) {
    const explained = { reason_code: payload.reasonCode, note: payload.note, explained_by: decidedBy(ctx).by }
    return move(ctx, await locked(ctx.tx, subjectId), 'explain', explained, version)
  },
  versionNow: async ({ tx }, id) => (await lockVariance(tx, id))?.version,
  async apply(ctx, { subjectId }) {
    const { tx } = ctx
    const variance = await locked(tx, subjectId)
    if ((await deciders(ctx)).some((staffId) => variance.people.includes(staffId))) throw new AppError(countErrors.decidedByInvolved)
    const { by } = decidedBy(ctx)
    if (variance.shiftId !== null && variance.reason === 'SHIFT')
      await shifts.save(tx, decidedBy(ctx), await shifts.lock(tx, { id: variance.shiftId }), { closed_at: ctx.now }, 'close')
    const { journalId, day } = await postVariance(ctx, variance)
    await keepPending(tx, decidedBy(ctx), {
      ...variance,
      sourceType: VARIANCE_SUBJECT,
      sourceId: variance.countId,
      sourceCode: variance.countCode,
      aroseOn: day,
    })
    await move(ctx, variance, 'post', { decided_by: by, journal_id: journalId })
  },
  async release(ctx, { subjectId }) {
    await move(ctx, await locked(ctx.tx, subjectId), 'giveBack')
  },
})

/** A shortage is a claim that waits for its debtor (1381), a surplus a debt that waits for its owner (3381); never income, never cost. */
async function postVariance({ tx, now }: ApprovalContext, { id, countId, amount, accountId, unitId, businessDate, countCode }: Found) {
  const money = parseMoney(amount)
  const short = money < 0n
  const pending = await differenceAccount(tx, unitId, short ? 'SHORTAGE_PENDING' : 'SURPLUS_PENDING')
  const { rows } = await sql<{ day: string }>`
    select greatest(${businessDate}::date, closed_through + 1) as day from ledger.unit_day where unit_id = ${unitId}`.execute(tx)
  const day = rows[0]?.day ?? businessDate
  const size = short ? -money : money
  const { journalId } = await post(tx, {
    businessKey: `cash-variance:${id}`,
    kind: short ? 'CASH_SHORTAGE' : 'CASH_SURPLUS',
    service: 'CASH',
    businessDate: day,
    occurredAt: now,
    description: `${short ? 'Thiếu' : 'Thừa'} quỹ theo lần kiểm ${countCode}`,
    sourceType: VARIANCE_SUBJECT,
    sourceId: countId,
    officeUnitId: unitId,
    entries: [
      { accountId: short ? pending : accountId, side: 'D', amount: size },
      { accountId: short ? accountId : pending, side: 'C', amount: size },
    ],
  })
  return { journalId, day }
}
