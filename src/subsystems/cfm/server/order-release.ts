import { sql } from 'kysely'
import { type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { payErrors } from '#core/cash/contract/counter/pay.ts'
import { deciders, findPerson, placeOf } from '#core/cash/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { orderReleaseKind } from '../contract/approval-kind.ts'
import { cfmErrors } from '../contract/errors.ts'
import { ordersTopic } from '../contract/machine.ts'
import { orderPermissions, ReleasePayload, ReleasePicture, type releaseOrder } from '../contract/orders.ts'
import { lockSeen } from './order-commands.ts'
import { ORDER } from './order-list.ts'

interface Doubt {
  id: string
  code: string
  status: string
  amount: string
  tellerStaffId: string
}

const locked = (tx: Tx, id: string) => tx.selectFrom(ORDER).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** A held order, locked, with the payments that hold it. Throws CFM-016 for one that nothing holds, CFM-017 while the result of one is unknown. */
async function doubtsOf(tx: Tx, id: string) {
  const order = await locked(tx, id)
  if (!order) throw new AppError(errors.notFound)
  const { rows } = await sql<Doubt>`
    select slip_id as id, code, status, amount::text as amount, teller_staff_id as "tellerStaffId" from cash.order_doubts(${order.code}, ${order.cleared_slips}::bigint[])
    order by slip_id`.execute(tx)
  if (rows.length === 0 || !['SENT', 'NOTIFIED', 'RETURNING'].includes(order.status)) throw new AppError(cfmErrors.notDoubted, { order: order.code })
  const open = rows.find(({ status }) => status === 'UNKNOWN' || status === 'CLAIMED')
  if (open) throw new AppError(cfmErrors.doubtUnknown, { order: order.code, transaction: open.code })
  return { order, doubts: rows }
}

/** Throws CSH-636 where one of these members of staff paid what holds the order. */
function requireUninvolved(doubts: readonly Doubt[], staff: readonly string[]): void {
  if (doubts.some(({ tellerStaffId }) => staff.includes(tellerStaffId))) throw new AppError(payErrors.payInvolved)
}

export async function askRelease({ id, version, reason }: InputOf<typeof releaseOrder>, ctx: CommandContext): Promise<OutputOf<typeof releaseOrder>> {
  const row = await lockSeen(ctx, id)
  if (row.version !== version) throw new AppError(errors.stale, {}, { data: { version: row.version } })
  const { doubts } = await doubtsOf(ctx.tx, id)
  const person = await findPerson(ctx.tx, ctx.session.userId)
  requireUninvolved(doubts, person ? [person.staffId] : [])
  const asked = await ask(ctx, orderRelease, { subjectId: id, version, payload: { slips: doubts.map((doubt) => doubt.id) }, reason })
  ctx.subject(ORDER, id, { after: { status: row.status, request: asked.requestId } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}

/**
 * An order of which somebody reports to have paid another amount, or to have paid it while it was claimed elsewhere, is paid again once two people
 * have cleared that up: what was paid is owed by whoever paid it, the order still owes its amount. Its tellers neither ask for that nor decide it.
 */
export const orderRelease: ApprovalKind = defineApprovalKind<ReleasePayload>({
  ...orderReleaseKind,
  subjectType: ORDER,
  payload: ReleasePayload,
  picture: ReleasePicture,
  entity: 'cfm.order',
  permissions: { ask: orderPermissions.ask, see: orderPermissions.see },
  tiers: [{ upTo: null, decide: orderPermissions.approve }],
  days: 30,
  async describe({ tx }, id) {
    const { order, doubts } = await doubtsOf(tx, id)
    const facts = { status: order.status, amount: order.amount }
    const reportedPaid = formatMoney(doubts.reduce((sum, { amount }) => sum + parseMoney(amount), 0n))
    return {
      ...{ code: order.code, place: await placeOf(tx, order.unit_id), money: parseMoney(order.amount), rows: 1 },
      before: { ...facts, reportedPaid, doubts: doubts.map(({ code }) => code).join(', ') },
      after: { ...facts, reportedPaid: null, doubts: null },
    }
  },
  hold: async (_ctx, { version }) => version,
  versionNow: async ({ tx }, id) => (await locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload: { slips }, reason }) {
    const { doubts } = await doubtsOf(ctx.tx, subjectId)
    requireUninvolved(doubts, await deciders(ctx))
    const { by, at } = decidedBy(ctx)
    // What was reported since they asked holds it still.
    await sql`
      update cash.money_order set cleared_slips = cleared_slips || ${slips}::bigint[], step_note = ${reason.slice(0, 200)}, step_by = ${by}, updated_at = ${at}, version = version + 1
      where id = ${subjectId}`.execute(ctx.tx)
    await publish(ctx.tx, { topic: ordersTopic })
  },
  release: async () => {
    // Nothing of the order waits: it stays held.
  },
})
