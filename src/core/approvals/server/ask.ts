import { type RawBuilder, sql } from 'kysely'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Text } from '#kernel/language.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { approvalErrors } from '../contract/errors.ts'
import { EVIDENCE_KIND, EVIDENCE_SUBJECT } from '../contract/evidence.ts'
import { type ApprovalContext, type ApprovalKind, type Described, payloadHash, type Question, tierOf } from './kind.ts'
import { noticeAsked } from './notices.ts'

const DAY_MS = 86_400_000

export interface Asked {
  requestId: string
  /** Version of the subject while it waits. */
  subjectVersion: number
}

export interface Ask {
  subjectId: string
  /** Version of the subject that the maker has seen. */
  version: number
  payload: unknown
  reason: string
  /** Uuids of evidence that the maker has uploaded. */
  attachments?: readonly string[] | undefined
}

export const contextOf = (ctx: Pick<CommandContext, 'tx' | 'now' | 'session'>): ApprovalContext => ({
  tx: ctx.tx,
  now: ctx.now,
  actor: `user:${ctx.session.account}`,
})

/**
 * Asks for a change in the name of whoever calls. The caller has found the subject through the scope before. Throws 403 without the
 * permission, APR-004 when a request of this kind is pending for the subject, APR-013 when one of any kind answers the same question,
 * SYS-409 on a stale version, and what the kind throws.
 */
export async function ask(ctx: Pick<CommandContext, 'tx' | 'now' | 'session'>, kind: ApprovalKind, asked: Ask): Promise<Asked> {
  const { userId, account, fullName, permissions } = ctx.session
  if (!permissions.has(kind.permissions.ask)) throw new AppError(errors.forbidden)
  return record(contextOf(ctx), kind, asked, { id: userId, account, name: fullName })
}

/** As `ask`, for somebody who is no user: the module that takes the request has checked it. Whoever may decide the kind may decide it. */
export function askFromOutside(context: ApprovalContext, kind: ApprovalKind, asked: Ask, name: string): Promise<Asked> {
  return record(context, kind, asked, { id: null, account: '', name })
}

const questionOf = ({ about: { type, id } }: Pick<Question, 'about'>) => `${type}:${id}`

/** Throws APR-013, which names it, where a request that waits answers a question of several; APR-004 where any other does. */
async function assertNonePending(tx: Tx, which: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ id: string; code: string; maker: string; at: Date; answer: Text | null }>`
    select id, subject_code as code, maker_name as maker, asked_at as at, answer from approvals.request where status = 'PENDING' and ${which} limit 1`.execute(
    tx,
  )
  const [known] = rows
  if (!known) return
  const { answer, ...named } = known
  if (answer === null) throw new AppError(approvalErrors.pending, { code: named.code })
  throw answeredError({ ...named, answer })
}

const answeredError = ({ id, code, maker, at, answer }: { id: string; code: string; maker: string; at: Date; answer: Text }) =>
  new AppError(approvalErrors.answered, { code, request: id, maker, at: showTimestamp(isoLocal(at)), answer }, { data: { requestId: id } })

/** Of these records, those whose question a request of another kind answers that waits: APR-013 for each, by the record's id. */
export async function answeredOtherwise(tx: Tx, kind: ApprovalKind, type: string, ids: readonly string[]): Promise<Map<string, AppError>> {
  const { rows } = await sql<{ question: string; id: string; code: string; maker: string; at: Date; answer: Text }>`
    select question, id, subject_code as code, maker_name as maker, asked_at as at, answer from approvals.request
    where status = 'PENDING' and question is not null and kind <> ${kind.name} and question = any(${ids.map((id) => questionOf({ about: { type, id } }))}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ question, ...known }) => [question.slice(type.length + 1), answeredError(known)]))
}

/** Not beyond what the request is about, unless that is over already. */
function expiryOf({ days }: ApprovalKind, { until }: Described, now: Date): Date {
  const usual = now.getTime() + days * DAY_MS
  return new Date(until !== undefined && until > now ? Math.min(usual, until.getTime()) : usual)
}

interface Maker {
  id: string | null
  account: string
  name: string
}

async function record(context: ApprovalContext, kind: ApprovalKind, asked: Ask, maker: Maker): Promise<Asked> {
  const { tx, now } = context
  const { subjectId, version, payload: given, reason, attachments = [] } = asked
  const payload = kind.payload.parse(given)
  const own = sql<boolean>`kind = ${kind.name} and subject_type = ${kind.subjectType} and subject_id = ${subjectId}`
  await assertNonePending(tx, own)
  const described = await kind.describe(context, subjectId, payload)
  const { question } = described
  const same = question && sql<boolean>`question = ${questionOf(question)}`
  if (same) await assertNonePending(tx, same)
  const subjectVersion = await kind.hold(context, { subjectId, payload, reason, version })
  const { tier, decide } = tierOf(kind, described.money, described.tier)
  const money = described.money === null ? null : formatMoney(described.money)
  const { place } = described
  const { rows } = await sql<{ id: string }>`
    insert into approvals.request (
      kind, subject_type, subject_id, subject_code, subject_version, payload, payload_sha256, before, after, money_impact, row_impact, tier,
      beneficiary, question, answer, decide_permission, reason, maker_id, maker_account, maker_name, asked_at, expires_at,
      head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id
    ) values (
      ${kind.name}, ${kind.subjectType}, ${subjectId}, ${described.code}, ${subjectVersion}, ${JSON.stringify(payload)}, ${payloadHash(payload)},
      ${JSON.stringify(described.before)}, ${JSON.stringify(described.after)},
      ${money}, ${described.rows}, ${tier},
      ${described.beneficiary ?? null}, ${question ? questionOf(question) : null}, ${question ? JSON.stringify(question.answer) : null}::jsonb, ${decide}, ${reason}, ${maker.id}, ${maker.account}, ${maker.name}, ${now}, ${expiryOf(kind, described, now)},
      ${place.headUnitId}, ${place.provinceUnitId}, ${place.districtUnitId}, ${place.officeUnitId}, ${place.partnerId}
    )
    on conflict do nothing
    returning id
  `.execute(tx)
  const [row] = rows
  if (!row) {
    // Somebody else asked at the same moment, and that is committed by now.
    await assertNonePending(tx, same ? sql<boolean>`(${own} or ${same})` : own)
    throw new AppError(approvalErrors.pending, { code: described.code })
  }
  // Nobody who is no user has uploaded anything.
  if (maker.id !== null)
    await attachFiles(tx, attachments, { kind: { name: EVIDENCE_KIND }, ownerUserId: maker.id, subject: { type: EVIDENCE_SUBJECT, id: row.id } })
  await noticeAsked(tx, kind, { id: row.id, code: described.code, money }, maker.name, now)
  return { requestId: row.id, subjectVersion }
}
