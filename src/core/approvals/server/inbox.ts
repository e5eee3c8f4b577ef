import { type SelectQueryBuilder, sql } from 'kysely'
import { limitLeft } from '#core/limits/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney } from '#kernel/money.ts'
import type { DB, Queryable } from '#platform/server/database/db.ts'
import { attachedTo } from '#platform/server/files/store.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, daysOfTime, oneOf } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { changesOf, type Picture } from '../contract/changes.ts'
import { EVIDENCE_SUBJECT } from '../contract/evidence.ts'
import { countToDecide, getRequest, listRequests, RETURNED_DAYS, type RequestDetail, type RequestStatus, requestsOf } from '../contract/request.ts'
import { authorityOver, mayDecide, maySee } from './authority.ts'
import { limitedBy } from './decide.ts'
import type { ApprovalKind } from './kind.ts'
import { ownScope } from './owners.ts'

export function registerInbox(on: Registrar, kinds: readonly ApprovalKind[]): void {
  on.list(listRequests, {
    query: (ctx, { box }) =>
      (box === 'MINE' || box === 'RETURNED' ? ownRows(ctx, kinds) : rowsOf(ctx, kinds))
        .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': unitOf }))
        .select('u.name as unitName'),
    where: {
      box: (box, { session, now }) => (box === 'TO_DECIDE' ? mayDecide(kinds, session, now) : box === 'RETURNED' ? returned(now) : undefined),
      kind: oneOf('r.kind'),
      status: oneOf('r.status'),
      subjectCode: (code) => sql<boolean>`upper(r.subject_code) = ${code.toUpperCase()}`,
      amount: between('r.money_impact'),
      period: daysOfTime('r.asked_at'),
    },
    key: 'r.id',
    sort: { askedAt: 'r.asked_at', moneyImpact: 'r.money_impact', expiresAt: 'r.expires_at', subjectCode: 'r.subject_code' },
  })
  on.query(getRequest, ({ id }, ctx) => detail(id, ctx, kinds))
  on.query(requestsOf, async ({ subjectType, subjectId }, ctx) => {
    const within = (from: RequestContext) =>
      rowsOf(from, kinds)
        .select('r.decision_reason as decisionReason')
        .where('r.subject_type', '=', subjectType)
        .where('r.subject_id', '=', subjectId)
        .orderBy('r.id', 'desc')
        .execute()
    const seen = await within(ctx)
    const rows = [...seen, ...(await within(asOwner(ctx))).filter(({ id }) => !seen.some((row) => row.id === id))]
    return rows.sort((one, other) => Number(BigInt(other.id) - BigInt(one.id))).map((row) => ({ ...headOf(row), decisionReason: reasonIn(ctx, kinds, row) }))
  })
  on.query(countToDecide, async (_input, { scope, session, now }) => {
    const row = await scope
      .selectFrom('approvals.request as r')
      .select([sql<string>`count(*)`.as('count'), sql<string>`coalesce(sum(r.money_impact), 0.00)`.as('money'), sql<Date | null>`min(r.asked_at)`.as('oldest')])
      .where(mayDecide(kinds, session, now))
      .executeTakeFirstOrThrow()
    return { count: Number(row.count), money: row.money, oldestAt: row.oldest && isoLocal(row.oldest) }
  })
}

/** The same person looking at the requests they made, which may stand above their scope: where one person works alone, the unit above decides. */
function asOwner(ctx: RequestContext): RequestContext {
  return { ...ctx, scope: ownScope(ctx.runtime.db, ctx.session) }
}

/** The requests that the caller made, whatever the scope. */
function ownRows({ db, session, now }: RequestContext, kinds: readonly ApprovalKind[]): ReturnType<typeof rowsOf> {
  // The table's own rows, read past the scope: the view has the same columns.
  const own = sql<DB['approvals.request']>`(select * from approvals.own_request_directory where maker_id = ${session.userId})`.as('r')
  return shownOf(db.selectFrom(own) as unknown as Requests, kinds, { session, now })
}

/** Rejected or expired a while ago at most, and nobody has asked about the same record since. */
const returned = (now: Date) => sql<boolean>`(
  r.status in ('REJECTED', 'EXPIRED') and coalesce(r.decided_at, r.expires_at) > ${now}::timestamptz - make_interval(days => ${RETURNED_DAYS})
  and not exists (select from approvals.own_request_directory l where l.subject_type = r.subject_type and l.subject_id = r.subject_id and l.id > r.id))`

/** What every view of a request shows, within scope and sight of the caller. */
export function rowsOf({ scope, session, now }: RequestContext, kinds: readonly ApprovalKind[]) {
  return shownOf(scope.selectFrom('approvals.request as r'), kinds, { session, now })
}

type Requests = SelectQueryBuilder<DB & { r: DB['approvals.request'] }, 'r', Record<never, never>>

function shownOf(requests: Requests, kinds: readonly ApprovalKind[], { session, now }: Pick<RequestContext, 'session' | 'now'>) {
  return requests
    .where(maySee(kinds, session, now))
    .select([
      'r.id',
      'r.version',
      'r.kind',
      'r.subject_code as subjectCode',
      'r.status',
      'r.money_impact as moneyImpact',
      'r.row_impact as rowImpact',
      'r.tier',
    ])
    .select(['r.reason', 'r.maker_name as makerName', 'r.asked_at as askedAt', 'r.expires_at as expiresAt'])
    .select(['r.checker_name as checkerName', 'r.decided_at as decidedAt', mayDecide(kinds, session, now).as('mayDecide')])
}

const unitOf = sql<string>`coalesce(r.office_unit_id, r.district_unit_id, r.province_unit_id, r.head_unit_id)`

interface HeadRow {
  kind: string
  status: string
  askedAt: Date
  expiresAt: Date
  decidedAt: Date | null
}

/** Instants as the wire has them; kind and status are held to the contract's values by who writes them. */
function headOf<R extends HeadRow>(row: R) {
  return {
    ...row,
    kind: row.kind,
    status: row.status as RequestStatus,
    askedAt: isoLocal(row.askedAt),
    expiresAt: isoLocal(row.expiresAt),
    decidedAt: row.decidedAt && isoLocal(row.decidedAt),
  }
}

/** What was said at its end; where the system has ended it, in the reader's language. */
function reasonIn(
  { language }: Pick<RequestContext, 'language'>,
  kinds: readonly ApprovalKind[],
  row: { kind: string; status: string; decisionReason: string | null },
) {
  const { kind, status, decisionReason } = row
  if (status !== 'EXPIRED' || decisionReason === null) return decisionReason
  return kinds.find(({ name }) => name === kind)?.ended?.[decisionReason]?.[language] ?? decisionReason
}

/** True when the caller may see a request: the rule of the inbox. */
export async function seesRequest(ctx: RequestContext, kinds: readonly ApprovalKind[], id: string): Promise<boolean> {
  const seen = (from: RequestContext) => rowsOf(from, kinds).where('r.id', '=', id).executeTakeFirst()
  return ((await seen(ctx)) ?? (await seen(asOwner(ctx)))) !== undefined
}

const stored = (id: string, ctx: RequestContext, kinds: readonly ApprovalKind[]) =>
  rowsOf(ctx, kinds)
    .where('r.id', '=', id)
    .leftJoin('organisation.unit_directory as u', (join) => join.on('u.id', '=', unitOf))
    .select(['r.maker_id', 'r.maker_account as makerAccount', 'r.checker_account as checkerAccount', 'r.on_behalf_of_name as onBehalfOf'])
    .select([
      'r.decision_reason as decisionReason',
      'u.name as unitName',
      'r.subject_id',
      'r.payload',
      'r.before',
      'r.after',
      'r.decide_permission',
      'r.beneficiary',
      'r.partner_id',
    ])
    .executeTakeFirst()

async function detail(id: string, ctx: RequestContext, kinds: readonly ApprovalKind[]): Promise<RequestDetail> {
  const row = (await stored(id, ctx, kinds)) ?? (await stored(id, asOwner(ctx), kinds))
  const kind = kinds.find(({ name }) => name === row?.kind)
  if (!row || !kind) throw new AppError(errors.notFound)
  const { maker_id, decide_permission, subject_id, payload, partner_id, before, after, ...shown } = row
  const authority =
    row.status === 'PENDING'
      ? await authorityOver(ctx.runtime.db, kind, { id: row.id, makerId: maker_id, decidePermission: decide_permission }, ctx.session, ctx.now)
      : undefined
  const limited =
    authority === undefined || authority.kind === 'none'
      ? undefined
      : limitedBy(
          kind,
          { money_impact: shown.moneyImpact, partner_id, after },
          authority.kind === 'delegate' ? authority.principal.id : ctx.session.userId,
          ctx.now,
        )
  const left = limited ? await limitLeft(ctx.runtime.db, limited) : null
  return {
    ...headOf(shown),
    decisionReason: reasonIn(ctx, [kind], shown),
    unitName: row.unitName ?? '',
    subjectPath: (ctx.session.permissions.has(kind.permissions.see) && kind.subjectPath?.(subject_id, shown.subjectCode)) || null,
    entity: kind.entity,
    changes: changesOf(kind.picture, before as Picture, after as Picture),
    attachments: await attachedTo(ctx.db, { type: EVIDENCE_SUBJECT, id: row.id }),
    grounds: await groundsOf(kind, ctx, subject_id, payload),
    mayWithdraw: row.status === 'PENDING' && maker_id === ctx.session.userId,
    refusal: authority?.kind === 'none' ? authority.error.code : null,
    limitLeft: left === null ? null : formatMoney(left),
  }
}

async function groundsOf(kind: ApprovalKind, ctx: RequestContext, subjectId: string, payload: unknown): Promise<RequestDetail['grounds']> {
  const grounds = (await kind.grounds?.(ctx, { subjectId, payload: kind.payload.parse(payload) })) ?? []
  return grounds.map(({ title, files, ...ground }) => ({ ...ground, title: title[ctx.language], files: [...files] }))
}

/** Ids of the records that have a request pending, of those given: for badges. */
export async function pendingFor(db: Queryable, subjectType: string, ids: readonly string[]): Promise<Map<string, { requestId: string; kind: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('approvals.pending')
    .select(['request_id as requestId', 'kind', 'subject_id as subjectId'])
    .where('subject_type', '=', subjectType)
    .where('subject_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ subjectId, requestId, kind }) => [subjectId ?? '', { requestId: requestId ?? '', kind: kind ?? '' }]))
}
