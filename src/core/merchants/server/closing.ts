import { sql } from 'kysely'
import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy } from '#core/approvals/server/public.ts'
import { OPEN_STATUSES } from '#core/payments/contract/transaction.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { merchantStatusKind } from '../contract/approval-kinds.ts'
import { APPROVE, type proposeStatus, StatusPicture } from '../contract/changes.ts'
import { merchantErrors } from '../contract/errors.ts'
import { merchantMachine } from '../contract/machine.ts'
import { MERCHANTS } from '../contract/words.ts'
import { merchantApproval } from './approval.ts'
import { lockOwed, MERCHANT, type MerchantRow, merchants } from './records.ts'

const Payload = z.strictObject({ status: z.enum(['ACTIVE', 'CLOSED']) })
type Payload = z.output<typeof Payload>

/**
 * What keeps a merchant open besides its balance and its payments: a plug of whoever owes it, handed in by the composition root. Asked while nothing can
 * be posted to its account; throws what has to come to its end first, and keeps more from beginning until the commit.
 */
export type KeepsOpen = (tx: Tx, merchant: { id: string; code: string }) => Promise<void>

export async function proposeTo(
  kind: ApprovalKind,
  { id, version, status, reason }: InputOf<typeof proposeStatus>,
  ctx: CommandContext,
): Promise<OutputOf<typeof proposeStatus>> {
  const { row } = await merchants.forChange(ctx, { id, version })
  const { requestId, subjectVersion } = await ask(ctx, kind, { subjectId: id, version, payload: { status }, reason })
  ctx.subject(MERCHANT, id, { after: { request: requestId, requested: { reason, status } }, before: { status: row.status } })
  return { id, version: subjectVersion, requestId }
}

const eventTo = (status: Payload['status']) => (status === 'CLOSED' ? 'close' : 'unlock')

/** What has to be settled before a merchant is closed; throws the first of it. Postings wait until the commit. */
async function requireSettled(tx: Tx, row: MerchantRow, keepsOpen: readonly KeepsOpen[]): Promise<string> {
  const balance = await lockOwed(tx, row)
  const owed = parseMoney(balance)
  if (owed > 0n) throw new AppError(merchantErrors.owed, { merchant: row.code, amount: moneyText(owed) })
  if (owed < 0n) throw new AppError(merchantErrors.owes, { merchant: row.code, amount: moneyText(-owed) })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment.transaction where merchant_id = ${row.id} and status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`.execute(
    tx,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new AppError(merchantErrors.inFlight, { merchant: row.code, count })
  for (const settled of keepsOpen) await settled(tx, row)
  return balance
}

async function checkMove(row: MerchantRow, { status }: Payload, { tx }: Pick<ApprovalContext, 'tx'>, keepsOpen: readonly KeepsOpen[]): Promise<string> {
  const allowed: readonly string[] = merchantMachine.events[eventTo(status)].from
  if (!allowed.includes(row.status)) throw new AppError(errors.state, {}, { data: { version: row.version, status: row.status } })
  return status === 'CLOSED' ? requireSettled(tx, row, keepsOpen) : lockOwed(tx, row)
}

/** Unlocking and closing are agreed on by two people; locking is one person's, at once. */
export const merchantStatus = (keepsOpen: readonly KeepsOpen[]): ApprovalKind =>
  merchantApproval<Payload>({
    ...merchantStatusKind,
    payload: Payload,
    picture: StatusPicture,
    entity: 'merchants.request',
    ask: `${MERCHANTS}/submit`,
    approve: APPROVE.status,
    async describe(row, payload, ctx) {
      const owed = await checkMove(row, payload, ctx, keepsOpen)
      return { before: { status: row.status, owed }, after: { status: payload.status, owed } }
    },
    async apply(row, payload, ctx, note) {
      await checkMove(row, payload, ctx, keepsOpen)
      const { by, at } = decidedBy(ctx)
      await merchants.save(ctx.tx, { by, at }, row, { step_note: note }, eventTo(payload.status))
      if (payload.status !== 'CLOSED') return
      await ctx.tx.updateTable('merchants.account_history').set({ until_at: at }).where('merchant_id', '=', row.id).where('until_at', 'is', null).execute()
    },
  })
