import { sql } from 'kysely'
import type { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, accountsBehind, ask, decidedBy, defineApprovalKind, type Release } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { endOfDay } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { payoutUpdateKind } from '../contract/approval-kinds.ts'
import { payoutErrors } from '../contract/errors.ts'
import { lineMachine, payoutsTopic } from '../contract/machine.ts'
import { type proposeVersion, VersionPayload, VersionPicture } from '../contract/versions.ts'
import { UPDATES, type WarningKind } from '../contract/words.ts'
import { contentOf, requireUninvolved } from './approval.ts'
import { fundsOf, moveFunds } from './money.ts'
import { type ListRow, lists, placeOf, VERSION, type VersionRow, versions } from './records.ts'
import { lockProgramme } from './repeat.ts'
import { requireOpen, requireUndisputed } from './versions.ts'
import { unusualChanges, warnOfChanges } from './warnings.ts'

interface Payload {
  changes: number
  delta: string
  hash: string
}

/** The changes of a version: what the approver signs. */
async function changesOf(tx: Tx, versionId: string): Promise<Payload & { kinds: Record<string, number> }> {
  const { rows } = await sql<Payload & { kinds: Record<string, number> }>`
    select count(*)::int as changes, coalesce(sum(delta), 0)::numeric(20,2)::text as delta,
      encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', id, kind, line_id, before, after, delta), E'\n' order by id), ''), 'UTF8')), 'hex') as hash,
      (select coalesce(jsonb_object_agg(k.kind, k.n), '{}') from (select kind, count(*) as n from payout.change where version_id = ${versionId} group by kind) k) as kinds
    from payout.change where version_id = ${versionId}`.execute(tx)
  return rows[0] ?? { changes: 0, delta: '0.00', hash: '', kinds: {} }
}

export async function propose({ id, version, reason }: InputOf<typeof proposeVersion>, ctx: CommandContext): Promise<Ref> {
  const { row } = await versions.forChange(ctx, { id, version })
  const { row: list } = await lists.forChange(ctx, { id: row.list_id })
  requireOpen(list)
  const { kinds: _kinds, ...payload } = await changesOf(ctx.tx, id)
  if (payload.changes === 0) throw new AppError(payoutErrors.versionEmpty)
  await requireNobodyTwice(ctx.tx, list, id)
  if (row.status === 'DRAFT') await warnOfChanges(ctx.tx, list, id)
  const asked = await ask(ctx, payoutUpdate, { subjectId: id, version, payload, reason })
  ctx.subject(VERSION, id, { before: { status: row.status }, after: { status: 'PROPOSED', request: asked.requestId } })
  return { id, version: asked.subjectVersion }
}

const MOST_NAMED = 5

/** Where the picture of a request says what is unusual. */
const WARNED: Readonly<Record<z.output<typeof WarningKind>, string>> = {
  AMOUNT: 'warnedAmount',
  ACCOUNT_CHANGED: 'warnedAccount',
  OTHER_LIST: 'warnedOtherList',
  NEW: 'warnedNew',
  IDENTITY: 'warnedIdentity',
}

/** Who stands out, kind by kind, for the checker. */
async function warnedOf(tx: Tx, versionId: string): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ kind: string; names: string[] }>`
    select w.kind, array_agg(coalesce(c.after->>'name', l.name) order by c.id) as names from payout.change c left join payout.line l on l.id = c.line_id
      cross join lateral unnest(c.warnings) as w (kind) where c.version_id = ${versionId} group by w.kind`.execute(tx)
  const names = new Map(
    rows.map(({ kind, names: all }) => [kind, `${all.length}: ${all.slice(0, MOST_NAMED).join(', ')}${all.length > MOST_NAMED ? ', …' : ''}`]),
  )
  return Object.fromEntries(Object.entries(WARNED).map(([kind, field]) => [field, names.get(kind) ?? null]))
}

/** Throws PYL-056 where somebody whom the update adds has got a line of the month on another list since. */
async function requireNobodyTwice(tx: Tx, list: ListRow, versionId: string): Promise<void> {
  const { rows } = await sql<{ name: string; list: string; line: number }>`
    select c.after->>'name' as name, l.code as list, t.line_no as line from payout.change c
      join payout.line t on t.programme_id = ${list.programme_id} and t.month = ${list.month}::date and t.status not in ('RETURNED', 'CARRIED', 'CANCELLED')
        and (t.beneficiary_code = c.after->>'beneficiaryCode' or t.identity_number = c.after->>'identityNumber')
      join payout.list l on l.id = t.list_id
    where c.version_id = ${versionId} and c.kind = 'ADD' order by c.id limit 1`.execute(tx)
  const [taken] = rows
  if (taken) throw new AppError(payoutErrors.addedElsewhere, { ...taken })
}

/** Throws PYL-058 where something is unusual about the changes that nobody was shown when they were submitted. */
async function requireShown(tx: Tx, list: ListRow, versionId: string): Promise<void> {
  const fresh = (await unusualChanges(tx, list, versionId)).find(({ kinds, known }) => kinds.some((kind) => !known.includes(kind)))
  if (fresh) throw new AppError(payoutErrors.warningsNew, { name: fresh.name })
}

async function describe({ tx }: ApprovalContext, id: string, payload: Payload) {
  const row = await versions.lock(tx, { id })
  const list = await lists.lock(tx, { id: row.list_id })
  requireOpen(list)
  const { kinds, ...content } = await changesOf(tx, id)
  requireSame(content, payload)
  const delta = parseMoney(payload.delta)
  const funds = await fundsOf(tx, list.partner_id)
  const count = (kind: string) => (kinds[kind] === undefined ? null : String(kinds[kind]))
  return {
    code: `${list.code}/${row.number}`,
    place: placeOf(list),
    before: { lineCount: String(list.line_count), total: list.total, funds: formatMoney(funds) },
    after: {
      listCode: list.code,
      lineCount: String(list.line_count + row.line_delta),
      total: formatMoney(parseMoney(list.total) + delta),
      added: count('ADD'),
      changed: count('CHANGE'),
      held: count('HOLD'),
      released: count('RELEASE'),
      withdrawn: count('WITHDRAW'),
      ...(await warnedOf(tx, id)),
      funds: formatMoney(funds - delta),
    },
    money: delta,
    rows: payload.changes,
    until: endOfDay(list.pay_until),
  }
}

function requireSame(content: Payload, signed: Payload): void {
  if (content.hash !== signed.hash || content.delta !== signed.delta || content.changes !== signed.changes) throw new AppError(payoutErrors.hashChanged)
}

/** A version that another person agrees to: its changes are carried out together, and the money of the difference moves with them. */
export const payoutUpdate: ApprovalKind = defineApprovalKind<Payload>({
  ...payoutUpdateKind,
  subjectType: VERSION,
  payload: VersionPayload,
  picture: VersionPicture,
  entity: 'payouts.versionRequest',
  permissions: { ask: `${UPDATES}/update`, see: `${UPDATES}/view` },
  tiers: [{ upTo: null, decide: `${UPDATES}/approve` }],
  days: 14,
  describe,
  async hold(ctx, { subjectId, version }) {
    const row = await versions.lock(ctx.tx, { id: subjectId, version })
    return (await versions.save(ctx.tx, decidedBy(ctx), row, {}, 'propose')).version
  },
  versionNow: async ({ tx }, id) => (await versions.locked(tx, id))?.version,
  async apply(ctx, { subjectId, payload }) {
    const { tx, now } = ctx
    const row = await versions.lock(tx, { id: subjectId })
    const list = await lists.lock(tx, { id: row.list_id })
    requireUninvolved(await accountsBehind(ctx), `${list.code}/${row.number}`, row.makers)
    requireOpen(list)
    requireSame(await changesOf(tx, row.id), payload)
    const { by } = decidedBy(ctx)
    await lockProgramme(tx, list.programme_id)
    await requireNobodyTwice(tx, list, row.id)
    await requireShown(tx, list, row.id)
    await sql`select set_config('payout.changing', ${list.id}, true)`.execute(tx)
    await carryOut(tx, list, row, { by, at: now })
    const content = await contentOf(tx, list.id)
    const moved = { line_count: content.lines, total: content.total, hash: Buffer.from(content.hash, 'hex'), content_version: row.number }
    await lists.save(tx, { by, at: now }, list, moved)
    await sql`select set_config('payout.changing', '', true)`.execute(tx)
    const journalId = await moveFunds(tx, {
      list,
      accountId: list.account_id ?? '',
      amount: parseMoney(payload.delta),
      kind: 'PAYOUT_UPDATE',
      key: `payout-version:${row.id}`,
      description: `Cập nhật lần ${row.number} danh sách ${list.code}`,
      now,
    })
    const facts = {
      hash_before: list.hash,
      hash_after: moved.hash,
      total_before: list.total,
      total_after: content.total,
      journal_id: journalId,
      decided_by: by,
      decided_at: now,
    }
    await versions.save(tx, { by, at: now }, row, facts, 'apply')
    await publish(tx, { topic: payoutsTopic })
  },
  async release(ctx, { subjectId }, how: Release) {
    const row = await versions.lock(ctx.tx, { id: subjectId })
    const { by, at } = decidedBy(ctx)
    if (how === 'REJECTED') {
      const list = await lists.lock(ctx.tx, { id: row.list_id })
      requireUninvolved([by], `${list.code}/${row.number}`, row.makers)
      await versions.save(ctx.tx, { by, at }, row, { decided_by: by, decided_at: at }, 'reject')
    } else await versions.save(ctx.tx, { by, at }, row, {}, 'giveBack')
  },
})

/** Lines are locked first; one that was paid or claimed meanwhile makes the whole version fail. */
async function carryOut(tx: Tx, list: ListRow, version: VersionRow, { by, at }: { by: string; at: Date }): Promise<void> {
  const { rows } = await sql<{ id: string; no: number; kind: string; status: string; holdReason: string; amount: string | null }>`
    select t.id, t.line_no as no, c.kind, t.status, c.after->>'holdReason' as "holdReason", case when c.after - 'amount' = '{}' then c.after->>'amount' end as amount from payout.change c join payout.line t on t.id = c.line_id
    where c.version_id = ${version.id} order by t.id for update of t`.execute(tx)
  const ended = rows.find(({ kind, status }) => status !== 'HELD' && (status !== 'UNPAID' || kind === 'RELEASE'))
  if (ended) throw new AppError(payoutErrors.lineEnded, { line: ended.no })
  await requireUndisputed(
    tx,
    rows.flatMap(({ id, kind, amount }) => (kind === 'CHANGE' || kind === 'WITHDRAW' ? [{ id, kind, amount }] : [])),
  )
  const stamp = { step_by: by, updated_at: at }
  const events = { HOLD: 'hold', RELEASE: 'unhold', WITHDRAW: 'cancel' } as const
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    rows.flatMap(({ id, kind, holdReason }) =>
      kind in events ? [{ id, event: events[kind as keyof typeof events], set: { ...stamp, hold_reason: holdReason ?? '', hold_id: null } }] : [],
    ),
  )
  await changeLines(tx, version.id, { by, at })
  await sql`
    insert into payout.line (list_id, line_no, partner_id, programme_id, month, beneficiary_code, name, birth_date, identity_number, amount, method, bank_bin, account_number, account_name,
      receiver_name, receiver_identity, receiver_paper, unit_id, warnings, step_by, updated_at)
    select ${list.id}, (select max(line_no) from payout.line where list_id = ${list.id}) + row_number() over (order by c.id), ${list.partner_id}, ${list.programme_id}, ${list.month}::date,
      r."beneficiaryCode", r.name, r."birthDate", r."identityNumber", r.amount, r.method, r."bankBin", r."accountNumber", r."accountName", r."receiverName", r."receiverIdentity",
      r."receiverPaper", r."unitId", c.warnings, ${by}, ${at}
    from payout.change c cross join lateral jsonb_to_record(c.after) as r ("beneficiaryCode" text, name text, "birthDate" date, "identityNumber" text, amount numeric, method text,
      "bankBin" text, "accountNumber" text, "accountName" text, "receiverName" text, "receiverIdentity" text, "receiverPaper" text, "unitId" bigint)
    where c.version_id = ${version.id} and c.kind = 'ADD'`.execute(tx)
}

/** The fields that changes name, and no others. */
async function changeLines(tx: Tx, versionId: string, { by, at }: { by: string; at: Date }): Promise<void> {
  await sql`
    update payout.line t set
      name = case when c.after ? 'name' then c.after->>'name' else t.name end,
      amount = case when c.after ? 'amount' then (c.after->>'amount')::numeric else t.amount end,
      unit_id = case when c.after ? 'unitId' then (c.after->>'unitId')::bigint else t.unit_id end,
      method = case when c.after ? 'method' then c.after->>'method' else t.method end,
      bank_bin = case when c.after ? 'bankBin' then c.after->>'bankBin' else t.bank_bin end,
      account_number = case when c.after ? 'accountNumber' then c.after->>'accountNumber' else t.account_number end,
      account_name = case when c.after ? 'accountName' then c.after->>'accountName' else t.account_name end,
      receiver_name = case when c.after ? 'receiverName' then c.after->>'receiverName' else t.receiver_name end,
      receiver_identity = case when c.after ? 'receiverIdentity' then c.after->>'receiverIdentity' else t.receiver_identity end,
      receiver_paper = case when c.after ? 'receiverPaper' then c.after->>'receiverPaper' else t.receiver_paper end,
      warnings = case when c.warnings = '{}' then t.warnings else c.warnings end, step_by = ${by}, updated_at = ${at}, version = t.version + 1
    from payout.change c where c.version_id = ${versionId} and c.kind = 'CHANGE' and t.id = c.line_id`.execute(tx)
}
