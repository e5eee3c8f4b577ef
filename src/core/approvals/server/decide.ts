import { consumeLimit } from '#core/limits/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fire } from '#platform/server/machine/fire.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { refuseField } from '#platform/server/refusals.ts'
import type { Scope } from '#platform/server/scope.ts'
import { approvalErrors } from '../contract/errors.ts'
import { type Decided, type Decision, reasonNeeded, requestMachine } from '../contract/request.ts'
import { maySee, requireAuthority } from './authority.ts'
import { type ApprovalContext, type ApprovalKind, type DecidedContext, type Described, type HeldRequest, payloadHash, type Release } from './kind.ts'
import { noticeEnded } from './notices.ts'
import { expiredFacts, type Fact } from './outcomes.ts'
import { ownScope } from './owners.ts'

/** Who acts, in an open transaction. */
export interface Acting extends Pick<RequestContext, 'session' | 'now' | 'language' | 'runtime' | 'traceId' | 'ip'> {
  tx: Tx
  scope: Scope
}

export interface DecisionInput {
  id: string
  version: number
  decision: Decision
  reason?: string | undefined
}

const TABLE = 'approvals.request'

/** A request within the caller's scope, or made by the caller, as stored. Throws 404. */
async function find({ tx, scope, session, now }: Acting, kinds: readonly ApprovalKind[], id: string) {
  const within = (reach: Scope) =>
    reach
      .selectFrom('approvals.request as r')
      .selectAll()
      .where('r.id', '=', id)
      .where(maySee(kinds, session, now))
      .executeTakeFirst()
  const row = (await within(scope)) ?? (await within(ownScope(tx, session)))
  if (!row) throw new AppError(errors.notFound)
  const kind = kinds.find(({ name }) => name === row.kind)
  if (!kind) throw new AppError(errors.notFound)
  return { row, kind }
}

export type StoredRequest = Awaited<ReturnType<typeof find>>['row']

/**
 * Approves or rejects, and carries it out in the same transaction. Of any number of simultaneous calls one wins: the others get SYS-409 or
 * SYS-410. Throws APR-001 to APR-003 to who may not, APR-005 when the subject has changed, and what the kind throws; then nothing is decided.
 */
export async function decide(acting: Acting, kinds: readonly ApprovalKind[], input: DecisionInput): Promise<Decided & { request: StoredRequest }> {
  const { tx, session, now, language } = acting
  const { row, kind } = await find(acting, kinds, input.id)
  const principal = await requireAuthority(tx, kind, { id: row.id, makerId: row.maker_id, decidePermission: row.decide_permission }, session, now)
  const reason = input.reason ?? null
  if (reasonNeeded(input.decision, input.reason)) refuseField('reason', 'required', language)
  if (row.status === 'PENDING' && row.expires_at <= now) throw new AppError(approvalErrors.expired)
  const fired = await fire(tx, requestMachine, TABLE, input.id, input.decision === 'APPROVE' ? 'approve' : 'reject', {
    version: input.version,
    set: {
      checker_id: session.userId,
      checker_account: session.account,
      checker_name: session.fullName,
      on_behalf_of_id: principal?.id ?? null,
      on_behalf_of_account: principal?.account ?? null,
      on_behalf_of_name: principal?.name ?? null,
      decision_reason: reason,
      decided_at: now,
    },
  })
  const context: DecidedContext = { tx, now, actor: `user:${session.account}`, approver: acting, principalId: principal?.id ?? null }
  if (input.decision === 'APPROVE') {
    // First: whoever waits for the same limit holds no account meanwhile.
    const limited = limitedBy(kind, row, principal?.id ?? session.userId, now)
    if (limited) await consumeLimit(tx, { ...limited, amount: parseMoney(row.money_impact ?? '0') })
    await carryOut(context, kind, row, reason ?? '')
  }
  if (input.decision === 'REJECT') await kind.release(context, held(kind, row), 'REJECTED', reason ?? '')
  await noticeEnded(tx, kind, row.maker_id, namedOf(row), {
    at: now,
    how: input.decision === 'APPROVE' ? 'APPROVED' : 'REJECTED',
    checker: session.fullName,
    reason: reason ?? '',
  })
  return { id: row.id, ...fired, request: row }
}

/** Applies what was asked for, when it is still that and the subject is as it was. */
async function carryOut(context: DecidedContext, kind: ApprovalKind, row: StoredRequest, note: string): Promise<void> {
  if (!payloadHash(row.payload).equals(row.payload_sha256)) throw new AppError(approvalErrors.payloadChanged)
  const version = await kind.versionNow(context, row.subject_id)
  if (version !== row.subject_version) throw new AppError(approvalErrors.subjectChanged, { code: row.subject_code })
  await kind.apply(context, held(kind, row), note)
}

/** Whose limit a request counts against: that of the person whose right decides it. */
export function limitedBy({ limit }: ApprovalKind, row: Pick<StoredRequest, 'money_impact' | 'partner_id' | 'after'>, personId: string, now: Date) {
  const kind = typeof limit === 'function' ? limit(row.after as Described['after']) : limit
  return kind === undefined || row.money_impact === null ? undefined : { kind, personId, partnerId: row.partner_id, day: localDate(now) }
}

const namedOf = (row: Pick<StoredRequest, 'id' | 'subject_code' | 'money_impact'>) => ({ id: row.id, code: row.subject_code, money: row.money_impact })

function held(kind: ApprovalKind, row: Pick<StoredRequest, 'id' | 'subject_id' | 'payload' | 'reason'>): HeldRequest<unknown> {
  return { id: row.id, subjectId: row.subject_id, payload: kind.payload.parse(row.payload), reason: row.reason }
}

/** The maker takes a request back. Throws APR-008 to anybody else. */
export async function withdraw(
  acting: Acting,
  kinds: readonly ApprovalKind[],
  input: { id: string; version: number; reason?: string | undefined },
): Promise<Decided & { request: StoredRequest }> {
  const { row, kind } = await find(acting, kinds, input.id)
  if (row.maker_id !== acting.session.userId) throw new AppError(approvalErrors.notMaker)
  const fired = await end(acting, kind, row, 'withdraw', input.version, input.reason ?? null, `user:${acting.session.account}`)
  return { id: row.id, ...fired, request: row }
}

/** Ends one request that nobody decided in time; undefined when somebody did meanwhile. */
export async function expire(tx: Tx, kinds: readonly ApprovalKind[], id: string, now: Date): Promise<StoredRequest | undefined> {
  const row = await tx.selectFrom(TABLE).selectAll().where('id', '=', id).where('status', '=', 'PENDING').forUpdate().skipLocked().executeTakeFirst()
  const kind = kinds.find(({ name }) => name === row?.kind)
  if (!row || !kind || row.expires_at > now) return undefined
  await end({ tx, now }, kind, row, 'expire', row.version, null, 'system')
  return row
}

/**
 * Ends the requests of a kind for these subjects that wait for a decision, because what they were asked on is no longer so: as if their time
 * were up, with the reason: a code of the kind's `ended`; null where the subject tells it itself. Answers what the audit log
 * says of them. Lock them before the subjects.
 */
export async function supersede(context: ApprovalContext, kind: ApprovalKind, subjectIds: readonly string[], code: string | null): Promise<Fact[]> {
  if (subjectIds.length === 0) return []
  const { tx, now } = context
  const rows = await pendingOf(tx, kind, subjectIds).selectAll().orderBy('id').forUpdate().execute()
  for (const row of rows) await end({ tx, now }, kind, row, 'expire', row.version, code, context.actor)
  return rows.flatMap(expiredFacts)
}

const pendingOf = (tx: Tx, kind: ApprovalKind, subjectIds: readonly string[]) =>
  tx
    .selectFrom(TABLE)
    .where('kind', '=', kind.name)
    .where('subject_type', '=', kind.subjectType)
    .where('subject_id', 'in', subjectIds)
    .where('status', '=', 'PENDING')

/** Locks the requests that wait for these subjects, so that nobody decides them meanwhile. */
export async function lockPending(tx: Tx, kind: ApprovalKind, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length > 0) await pendingOf(tx, kind, subjectIds).select('id').orderBy('id').forUpdate().execute()
}

const RELEASES: Record<'withdraw' | 'expire', Release> = { withdraw: 'WITHDRAWN', expire: 'EXPIRED' }

async function end(
  { tx, now }: { tx: Tx; now: Date },
  kind: ApprovalKind,
  row: Pick<StoredRequest, 'id' | 'subject_id' | 'subject_code' | 'money_impact' | 'maker_id' | 'payload' | 'reason'>,
  event: 'withdraw' | 'expire',
  version: number,
  note: string | null,
  actor: string,
) {
  const fired = await fire(tx, requestMachine, TABLE, row.id, event, { version, set: { decision_reason: note, decided_at: now } })
  await kind.release({ tx, now, actor }, held(kind, row), RELEASES[event], note ?? '')
  const because = event === 'expire' && note !== null ? (kind.ended?.[note] ?? { vi: note, en: note }) : undefined
  const how = because ? ({ how: 'SUPERSEDED', because } as const) : ({ how: event === 'expire' ? 'EXPIRED' : 'WITHDRAWN' } as const)
  await noticeEnded(tx, kind, row.maker_id, namedOf(row), { at: now, ...how })
  return fired
}
