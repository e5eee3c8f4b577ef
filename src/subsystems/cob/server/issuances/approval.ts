import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, accountsBehind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { endOfDay } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { issuanceKindName } from '../../contract/issuances/approval-kind.ts'
import { issuanceErrors } from '../../contract/issuances/errors.ts'
import { IssuancePayload, IssuancePicture, type submitIssuance } from '../../contract/issuances/lots.ts'
import { issuancesTopic, lineMachine } from '../../contract/issuances/machines.ts'
import { LOTS } from '../../contract/issuances/words.ts'
import type { LineInput } from './check.ts'
import { contentHash, faultsOf } from './draft.ts'
import { issueItems } from './items.ts'
import { LOT, type LotRow, lots } from './records.ts'

interface Payload {
  hash: string
  total: string
  lines: number
}

async function contentOf(tx: Tx, lot: LotRow): Promise<Payload> {
  return { hash: await contentHash(tx, lot.id), total: lot.total, lines: lot.line_count }
}

export async function submit({ id, version, reason }: InputOf<typeof submitIssuance>, ctx: CommandContext): Promise<Ref> {
  const { row } = await lots.forChange(ctx, { id, version })
  if (row.status === 'DRAFT') await requireIssuable(ctx, row)
  const payload = await contentOf(ctx.tx, row)
  const asked = await ask(ctx, issuanceApproval, { subjectId: id, version, payload, reason })
  await publish(ctx.tx, { topic: issuancesTopic })
  ctx.subject(LOT, id, { before: { status: row.status }, after: { status: 'SUBMITTED', hash: payload.hash, request: asked.requestId } })
  return { id, version: asked.subjectVersion }
}

/** Throws COB-301 to COB-308: what was right when the lines came may be right no more. */
async function requireIssuable({ tx, now }: ApprovalContext | CommandContext, lot: LotRow): Promise<void> {
  if (lot.line_count === 0) throw new AppError(issuanceErrors.noLines, { code: lot.code })
  const customer = await customerOf(tx, lot)
  if (customer.status !== 'ACTIVE') throw new AppError(issuanceErrors.keyAccountInactive, { code: customer.code })
  const { rows } = await sql<{ number: number; value: LineInput }>`
    select l.line_no as number, jsonb_build_object('reference', l.reference, 'office', u.code, 'amount', l.amount::text, 'dueOn', l.due_on) as value
      from cob.issuance_line l join organisation.unit u on u.id = l.unit_id where l.issuance_id = ${lot.id} order by l.line_no`.execute(tx)
  const [first] = await faultsOf(tx, lot, rows, now)
  if (first) throw new AppError(first.error, first.params)
}

async function customerOf(tx: Tx, lot: LotRow) {
  return tx.selectFrom('cob.key_account').select(['id', 'code', 'name', 'status']).where('id', '=', lot.key_account_id).executeTakeFirstOrThrow()
}

/** Throws COB-309 when the lines are not what was signed. */
function requireSigned(content: Payload, signed: Payload, { code }: LotRow): void {
  if (content.hash !== signed.hash || content.total !== signed.total || content.lines !== signed.lines)
    throw new AppError(issuanceErrors.changedSince, { code })
}

/** Throws COB-318: of two people one makes the lot and submits it, the other one decides. */
function requireOther(accounts: readonly string[], { code, created_by }: LotRow): void {
  if (accounts.includes(created_by)) throw new AppError(issuanceErrors.madeByDecider, { code })
}

async function describe({ tx }: ApprovalContext, id: string, payload: Payload) {
  const row = await lots.lock(tx, { id })
  requireSigned(await contentOf(tx, row), payload, row)
  const customer = await customerOf(tx, row)
  const { rows } = await sql<{ first: string | null }>`select min(due_on)::text as first from cob.issuance_line where issuance_id = ${id}`.execute(tx)
  return {
    code: row.code,
    place: { ...unitsOf(row), partnerId: null },
    before: { status: row.status },
    after: {
      status: 'ISSUED',
      keyAccountName: `${customer.code} · ${customer.name}`,
      name: row.name,
      lineCount: String(payload.lines),
      total: payload.total,
      hash: payload.hash,
    },
    money: parseMoney(payload.total),
    rows: payload.lines,
    ...(rows[0]?.first ? { until: endOfDay(rows[0].first) } : {}),
  }
}

/** Approving makes each line an item of the key account. */
export const issuanceApproval: ApprovalKind = defineApprovalKind<Payload>({
  ...issuanceKindName,
  subjectType: LOT,
  payload: IssuancePayload,
  picture: IssuancePicture,
  entity: 'cob.issuances.lotRequest',
  permissions: { ask: `${LOTS}/submit`, see: `${LOTS}/view` },
  tiers: [{ upTo: null, decide: `${LOTS}/approve` }],
  days: 14,
  describe,
  async hold(ctx, { subjectId, payload, version }) {
    const row = await lots.lock(ctx.tx, { id: subjectId, version })
    const { by, at } = decidedBy(ctx)
    const set = { hash: Buffer.from(payload.hash, 'hex'), submitted_by: by, submitted_at: at, step_note: '' }
    return (await lots.save(ctx.tx, { by, at }, row, set, 'submit')).version
  },
  versionNow: async ({ tx }, id) => (await lots.locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload }, note) {
    const { tx, approver } = ctx
    const row = await lots.lock(tx, { id: subjectId })
    requireOther(await accountsBehind(ctx), row)
    requireSigned(await contentOf(tx, row), payload, row)
    await requireIssuable(ctx, row)
    const { by, at } = decidedBy(ctx)
    const items = await issueItems({ ...approver, tx }, row, await customerOf(tx, row), at)
    await fireMany(
      tx,
      lineMachine,
      'cob.issuance_line',
      items.map(({ lineId, itemId }) => ({ id: lineId, event: 'issue' as const, set: { item_id: itemId, updated_by: by, updated_at: at } })),
    )
    await lots.save(tx, { by, at }, row, { issued_by: by, issued_at: at, step_note: note }, 'issue')
    await publish(tx, { topic: issuancesTopic })
  },
  async release(ctx, { subjectId }, _how, note) {
    const row = await lots.lock(ctx.tx, { id: subjectId })
    await lots.save(ctx.tx, decidedBy(ctx), row, { step_note: note }, 'giveBack')
    await publish(ctx.tx, { topic: issuancesTopic })
  },
})
