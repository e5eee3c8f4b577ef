import { sql } from 'kysely'
import { pendingAnswer, pendingRequest } from '#core/approvals/server/public.ts'
import { offering } from '#core/partners/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { between, daysOfTime, is, oneOf, within, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { NextInquiry } from '../contract/case.ts'
import type { CaseDetail, listCases } from '../contract/cases.ts'
import { CASE, TRANSACTION } from './records.ts'
import { evidenceOfCase } from './shown-evidence.ts'

/** Address of a transaction of a service; undefined where it has no screen. */
export type TransactionAddress = (service: string, id: string) => string | undefined

const CONFLICT = sql<boolean>`(c.conflict_at is not null and c.conflict_decision is distinct from 'RELEASE' and c.conflict_booked_at is null)`

const offered = offering('INQUIRE', 'c.partner_id')

/** When the partner is asked again, or why it is not. */
const nextInquiry = (now: Date) => sql<NextInquiry>`case
  when c.status = 'DECIDED' then 'DECIDED' when c.next_inquiry_at is null then 'ENOUGH' when not ${offered} then 'NO_CONNECTION'
  when c.next_inquiry_at > ${now} then 'PLANNED' else 'WAITING' end`

const rows = ({ scope, now }: Pick<RequestContext, 'scope' | 'now'>) =>
  scope
    .selectFrom('outcome.outcome_case as c')
    .leftJoin(...lookup('organisation.partner as p', { 'p.id': 'c.partner_id' }))
    .leftJoin(
      ...lookup('organisation.unit_directory as u', { 'u.id': sql`coalesce(c.office_unit_id, c.district_unit_id, c.province_unit_id, c.head_unit_id)` }),
    )
    .leftJoin(...lookup('iam.person as a', { 'a.id': 'c.assignee_id' }))
    .select(['c.id', 'c.code', 'c.status', 'c.amount', 'c.channel', 'c.service', 'c.cause', 'c.inquiries', 'c.suggested', 'c.reason', 'c.verdict', 'c.version'])
    .select([sql<number | null>`floor(extract(epoch from ${now}::timestamptz - c.waits_since) / 3600)::int`.as('hours')])
    .select([sql<string>`${sql.ref('p.name')}`.as('partnerName'), sql<string>`${sql.ref('u.name')}`.as('unitName')])
    .select([sql<string | null>`${sql.ref('a.full_name')}`.as('assignee'), CONFLICT.as('conflict')])
    .select(['c.inquiry_verdict as inquiry', 'c.statement_verdict as statement', 'c.partner_verdict as partner', 'c.paper_verdict as paper'])
    .select(['c.inquired_at as inquiredAt', 'c.resolved_by as resolvedBy', 'c.decided_at as decidedAt'])
    // Nobody is asked without a connection, whatever time is kept for when there is one.
    .select([sql<Date | null>`case when ${offered} then c.next_inquiry_at end`.as('nextInquiryAt'), nextInquiry(now).as('nextInquiry')])
    .select(['c.occurred_at as occurredAt', 'c.external_ref as externalRef', 'c.waits_since as waitsSince'])
    // Of a payout at a counter, what was proposed there answers the same question.
    .select(sql<string | null>`coalesce(${pendingRequest(CASE, 'c.id')}, ${pendingAnswer(TRANSACTION, 'c.transaction_id')})`.as('pendingRequestId'))

export const caseList: ListHandler<typeof listCases, unknown> = {
  query: rows,
  where: {
    text: words('c.code', 'c.external_ref'),
    status: oneOf('c.status'),
    partnerId: is('c.partner_id'),
    channel: is('c.channel'),
    service: is('c.service'),
    suggested: is('c.suggested'),
    mine: (mine, { session }) => (mine ? sql`c.assignee_id = ${session.userId}` : sql`c.assignee_id is distinct from ${session.userId}`),
    taken: (taken) => (taken ? sql`c.assignee_id is not null` : sql`c.assignee_id is null`),
    conflict: (conflict) => (conflict ? CONFLICT : sql`not ${CONFLICT}`),
    cause: is('c.cause'),
    unitId: within('c'),
    period: daysOfTime('c.occurred_at'),
    amount: between('c.amount'),
  },
  key: 'c.id',
  sort: {
    waitsSince: 'c.waits_since',
    amount: 'c.amount',
    nextInquiryAt: 'nextInquiryAt',
    occurredAt: 'c.occurred_at',
    decidedAt: 'c.decided_at',
    code: 'c.code',
  },
}

const timeOf = (at: Date | null) => at && isoLocal(at)

/** A case within the caller's scope, with its evidence and what was proposed. Throws SYS-404. */
export async function caseDetail(id: string, ctx: RequestContext, address: TransactionAddress): Promise<CaseDetail> {
  const found = await rows(ctx)
    .select([
      'c.type',
      'c.direction',
      'c.opened_at as openedAt',
      'c.decided_by as decidedBy',
      'c.proposed_by as proposedBy',
      'c.transaction_id as transactionId',
      'c.partner_id as partnerId',
    ])
    .select(['c.conflict_at as conflictAt', 'c.conflict_settled_at as conflictSettledAt', 'c.conflict_settled_by as conflictSettledBy'])
    .select('c.conflict_decision as conflictDecision')
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError(errors.notFound)
  const [evidence, proposals] = await Promise.all([
    evidenceOfCase(ctx, id),
    ctx.db.selectFrom('outcome.proposal').selectAll().where('case_id', '=', id).orderBy('id', 'desc').execute(),
  ])
  const { transactionId, partnerId: _partner, ...row } = found
  const times = ['inquiredAt', 'nextInquiryAt', 'decidedAt', 'waitsSince', 'conflictAt', 'conflictSettledAt'] as const
  return {
    ...row,
    ...(Object.fromEntries(times.map((name) => [name, timeOf(found[name])])) as Record<(typeof times)[number], string | null>),
    occurredAt: isoLocal(found.occurredAt),
    openedAt: isoLocal(found.openedAt),
    link: address(found.service, transactionId) ?? null,
    evidence,
    proposals: proposals.map((one) => ({
      ...{ id: one.id, verdict: one.verdict, proposalStatus: one.status, evidence: one.evidence_ids.length, note: one.note },
      ...{ proposedBy: one.proposed_by, proposedAt: isoLocal(one.proposed_at), endedBy: one.ended_by, endedAt: timeOf(one.ended_at), endNote: one.end_note },
    })),
    // The database's own CHECKs hold these to the enums of the contract.
  } as CaseDetail
}
