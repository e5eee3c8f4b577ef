import { sql } from 'kysely'
import { type ApprovalKind, ask, decidedBy, defineRecordApproval, pendingRequest } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { is, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { Verdict } from '../contract/answer.ts'
import { outcomeCodeKind } from '../contract/approval-kinds.ts'
import {
  addOutcomeCode,
  agreeOutcomeCode,
  CODES_SCREEN,
  CodeChange,
  CodePicture,
  codePermissions,
  findOutcomeCode,
  listOutcomeCodes,
} from '../contract/codes.ts'
import { partnerErrors } from '../contract/errors.ts'

const codes = defineRecord({
  table: 'partner.outcome_code',
  picture: ({ partner_id: partnerId, code, verdict, meaning, revision }) => ({ partnerId, code, verdict, meaning, revision }),
})

/** What a code means changes by two people; the meaning before counts until then, and none is UNKNOWN. */
export const outcomeCodeApproval: ApprovalKind = defineRecordApproval(codes, {
  ...outcomeCodeKind,
  subjectPath: () => CODES_SCREEN,
  payload: CodeChange,
  picture: CodePicture,
  entity: 'partners.outcomeCode',
  permissions: codePermissions,
  days: 14,
  noHeadOffice: partnerErrors.noHeadOffice,
  async describe(row, { verdict, meaning }, { tx }) {
    if (row.verdict === verdict && row.meaning === meaning) throw new AppError(partnerErrors.unchanged, { code: row.code })
    const { code } = await tx.selectFrom('organisation.partner').select('code').where('id', '=', row.partner_id).executeTakeFirstOrThrow()
    const before = row.verdict === null ? null : row.meaning
    return { code: `${code} ${row.code}`, before: { verdict: row.verdict, meaning: before }, after: { verdict, meaning }, rows: 1 }
  },
  async apply(row, { verdict, meaning, reason, proposedBy }, ctx) {
    const { by, at } = decidedBy(ctx)
    const revision = row.revision + 1
    await ctx.tx
      .insertInto('partner.outcome_code_revision')
      .values({ code_id: row.id, revision, verdict, meaning, reason, proposed_by: proposedBy, approved_by: by, approved_at: at })
      .execute()
    await codes.save(ctx.tx, { by, at }, row, { revision, verdict, meaning })
  },
})

export function registerCodes(on: Registrar): void {
  on.list(listOutcomeCodes, {
    query: codeRows,
    where: {
      text: words('o.code', 'o.meaning', 'p.name', 'p.code'),
      partnerId: is('o.partner_id'),
      verdict: is('o.verdict'),
      agreed: (agreed) => (agreed === 'YES' ? sql<boolean>`o.verdict is not null` : sql<boolean>`o.verdict is null`),
    },
    key: 'o.id',
    sort: { partnerCode: 'p.code', code: 'o.code', lastSeenAt: 'o.last_seen_at', updatedAt: 'o.updated_at' },
  })
  on.query(findOutcomeCode, find)
  on.command(addOutcomeCode, add)
  on.command(agreeOutcomeCode, async ({ id, version, ...change }, ctx) => {
    await codes.forChange(ctx, { id, version })
    return agree({ id, version }, change, ctx)
  })
}

async function add({ partnerId, code, ...change }: InputOf<typeof addOutcomeCode>, ctx: CommandContext) {
  const partner = await ctx.tx.selectFrom('organisation.partner').select('id').where('id', '=', partnerId).executeTakeFirst()
  if (!partner) throw refusedField('partnerId', partnerErrors.partner, ctx.language)
  const made = await ctx.tx
    .insertInto('partner.outcome_code')
    .values({ partner_id: partnerId, code, updated_by: ctx.session.account, updated_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refusedField('code', partnerErrors.codeKnown, ctx.language, { code })
  return agree({ id: made.id, version: 0 }, change, ctx)
}

/** Asks a second person. */
async function agree(at: { id: string; version: number }, change: { verdict: Verdict; meaning: string; reason: string }, ctx: CommandContext) {
  const payload: CodeChange = { ...change, proposedBy: ctx.session.account }
  const { requestId, subjectVersion } = await ask(ctx, outcomeCodeApproval, { subjectId: at.id, version: at.version, payload, reason: change.reason })
  ctx.subject(codes.subject, at.id, { after: { request: requestId, requested: change } })
  return { id: at.id, version: subjectVersion, requestId }
}

function codeRows({ db }: Pick<RequestContext, 'db'>) {
  return db
    .selectFrom('partner.outcome_code as o')
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 'o.partner_id' }))
    .select(['o.id', 'o.partner_id as partnerId', 'p.code as partnerCode', 'p.name as partnerName', 'o.code', 'o.verdict', 'o.meaning', 'o.revision'])
    .select([sql<number>`o.seen::int`.as('seen'), 'o.last_message as lastMessage', 'o.last_seen_at as lastSeenAt'])
    .select([pendingRequest(codes.subject, 'o.id').as('pendingRequestId'), 'o.updated_at as updatedAt', 'o.updated_by as updatedBy', 'o.version'])
}

async function find({ id }: InputOf<typeof findOutcomeCode>, ctx: RequestContext): Promise<OutputOf<typeof findOutcomeCode>> {
  const row = await findRow(findOutcomeCode, codeRows(ctx).where('o.id', '=', id))
  const revisions = await ctx.db
    .selectFrom('partner.outcome_code_revision')
    .select(['revision', 'verdict', 'meaning', 'reason', 'proposed_by as proposedBy', 'approved_by as approvedBy', 'approved_at as approvedAt'])
    .where('code_id', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  return {
    ...(row as OutputOf<typeof findOutcomeCode>),
    revisions: revisions.map((one) => ({ ...one, verdict: one.verdict as Verdict, approvedAt: isoLocal(one.approvedAt) })),
  }
}
