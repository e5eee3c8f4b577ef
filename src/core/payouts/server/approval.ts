import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, accountsBehind, ask, decidedBy, defineApprovalKind, type Release } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { endOfDay, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { payoutListKind } from '../contract/approval-kinds.ts'
import { payoutErrors } from '../contract/errors.ts'
import { ListPayload, ListPicture, type submitPayout } from '../contract/lists.ts'
import { payoutsTopic } from '../contract/machine.ts'
import { LISTS } from '../contract/words.ts'
import { fundsOf, moveFunds, openListAccount } from './money.ts'
import { hex, LIST, type ListRow, lists, placeOf } from './records.ts'

interface Payload {
  hash: string
  total: string
  lines: number
}

/** The lines as they are now: what the approver signs. */
export async function contentOf(tx: Tx, listId: string): Promise<Payload> {
  const { rows } = await sql<Payload>`
    select encode(payout.list_hash(${listId}), 'hex') as hash, coalesce(sum(amount), 0)::numeric(20,2)::text as total, count(*)::int as lines
    from payout.line where list_id = ${listId} and status <> 'CANCELLED'`.execute(tx)
  return rows[0] ?? { hash: '', total: '0.00', lines: 0 }
}

export async function submit({ id, version, reason }: InputOf<typeof submitPayout>, ctx: CommandContext): Promise<Ref> {
  const { row } = await lists.forChange(ctx, { id, version })
  if (row.pay_until < localDate(ctx.now)) throw new AppError(payoutErrors.lastDayOver, { list: row.code, until: showDate(row.pay_until) })
  const payload = await contentOf(ctx.tx, row.id)
  const asked = await ask(ctx, payoutList, { subjectId: id, version, payload, reason })
  await publish(ctx.tx, { topic: payoutsTopic })
  ctx.subject(LIST, id, { before: { status: row.status }, after: { status: 'SUBMITTED', hash: payload.hash, request: asked.requestId } })
  return { id, version: asked.subjectVersion }
}

async function wordsOf(tx: Tx, row: ListRow) {
  const { rows } = await sql<{ programme: string; partner: string; month: string }>`
    select p.name as programme, o.name as partner, to_char(${row.month}::date, 'MM/YYYY') as month
    from payout.programme p join organisation.partner o on o.id = p.partner_id where p.id = ${row.programme_id}`.execute(tx)
  return rows[0] ?? { programme: '', partner: '', month: '' }
}

async function describe({ tx }: ApprovalContext, id: string, payload: Payload) {
  const row = await lists.lock(tx, { id })
  requireSigned(await contentOf(tx, id), payload)
  const { programme, partner, month } = await wordsOf(tx, row)
  const funds = await fundsOf(tx, row.partner_id)
  const total = parseMoney(payload.total)
  return {
    code: row.code,
    place: placeOf(row),
    before: { status: row.status, funds: formatMoney(funds) },
    after: {
      status: 'APPROVED',
      programmeName: programme,
      month,
      lineCount: String(payload.lines),
      total: payload.total,
      hash: payload.hash,
      funds: formatMoney(funds - total),
    },
    money: total,
    beneficiary: `${programme} · ${partner}`,
    rows: payload.lines,
    until: endOfDay(row.pay_until),
  }
}

/** Throws PYL-025 when the lines are not what was signed. */
export function requireSigned(content: Payload, signed: Payload): void {
  if (content.hash !== signed.hash || content.total !== signed.total || content.lines !== signed.lines) throw new AppError(payoutErrors.hashChanged)
}

/** Throws PYL-048 where one of these accounts had a hand in what is decided, whoever submitted it. */
export function requireUninvolved(accounts: readonly string[], code: string, makers: readonly string[]): void {
  if (accounts.some((account) => makers.includes(account))) throw new AppError(payoutErrors.madeByDecider, { code })
}

/** Approving moves the sum from the payer's prefunding to an account of the list. */
export const payoutList: ApprovalKind = defineApprovalKind<Payload>({
  ...payoutListKind,
  subjectType: LIST,
  payload: ListPayload,
  picture: ListPicture,
  entity: 'payouts.listRequest',
  permissions: { ask: `${LISTS}/submit`, see: `${LISTS}/view` },
  tiers: [{ upTo: null, decide: `${LISTS}/approve` }],
  days: 14,
  describe,
  async hold(ctx, { subjectId, payload, version }) {
    const row = await lists.lock(ctx.tx, { id: subjectId, version })
    const { by, at } = decidedBy(ctx)
    const set = { hash: Buffer.from(payload.hash, 'hex'), submitted_by: by, submitted_at: at, step_note: '' }
    return (await lists.save(ctx.tx, { by, at }, row, set, 'submit')).version
  },
  versionNow: async ({ tx }, id) => (await lists.locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload }, note) {
    const { tx, now } = ctx
    const row = await lists.lock(tx, { id: subjectId })
    requireUninvolved(await accountsBehind(ctx), row.code, row.makers)
    requireSigned(await contentOf(tx, row.id), payload)
    if (row.hash === null || hex(row.hash) !== payload.hash) throw new AppError(payoutErrors.hashChanged)
    const accountId = await openListAccount(tx, row)
    const { by, at } = decidedBy(ctx)
    const set = { account_id: accountId, approved_by: by, approved_at: at, line_count: payload.lines, total: payload.total, step_note: note }
    const approved = await lists.save(tx, { by, at }, row, set, 'approve')
    await moveFunds(tx, {
      list: approved,
      accountId,
      amount: parseMoney(payload.total),
      kind: 'PAYOUT_LIST',
      key: `payout-list:${row.id}`,
      description: `Tiền chi trả theo danh sách ${row.code}`,
      now,
    })
    await publish(tx, { topic: payoutsTopic })
  },
  async release(ctx, { subjectId }, how: Release, note) {
    const row = await lists.lock(ctx.tx, { id: subjectId })
    if (how === 'REJECTED') requireUninvolved([decidedBy(ctx).by], row.code, row.makers)
    await lists.save(ctx.tx, decidedBy(ctx), row, { step_note: note }, 'giveBack')
    await publish(ctx.tx, { topic: payoutsTopic })
  },
})
