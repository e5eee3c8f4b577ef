import type { OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { isConflict } from '#platform/server/http/errors.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { decideRequests } from '../contract/request.ts'
import { type DecisionInput, decide, type StoredRequest } from './decide.ts'
import type { ApprovalKind } from './kind.ts'
import { OWNERS } from './owners.ts'

type Bulk = OutputOf<typeof decideRequests>
type Row = Bulk['results'][number]

const ATTEMPTS = 3

/** Decides one after another, each in its own transaction with its own audit entry: one that is refused leaves the others as they are. */
export async function decideMany(
  ctx: RequestContext,
  kinds: readonly ApprovalKind[],
  { requests, ...same }: { requests: readonly Pick<DecisionInput, 'id' | 'version'>[] } & Pick<DecisionInput, 'decision' | 'reason'>,
): Promise<Bulk> {
  const results: Row[] = []
  for (const one of requests) results.push(await decideOne(ctx, kinds, { ...one, ...same }))
  const done = results.filter((row) => row.code === null).length
  return { done, refused: results.length - done, results }
}

async function decideOne(ctx: RequestContext, kinds: readonly ApprovalKind[], input: DecisionInput): Promise<Row> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.runtime.db.transaction().execute(async (tx) => {
        const { request, status } = await decide({ ...ctx, tx, scope: scopeOf(tx, ctx.session, OWNERS) }, kinds, input)
        await ctx.runtime.audit.write(tx, { ...decisionFact(request, status), actor: `user:${ctx.session.account}`, traceId: ctx.traceId, ip: ctx.ip })
        return { id: input.id, subjectCode: request.subject_code, status, code: null, message: null }
      })
    } catch (error) {
      if (isConflict(error) && attempt < ATTEMPTS) continue
      if (!(error instanceof AppError)) ctx.log.error({ error, request: input.id }, 'a decision failed')
      const refusal = error instanceof AppError ? error : new AppError(errors.internal)
      return { id: input.id, subjectCode: null, status: null, code: refusal.definition.code, message: refusal.text(ctx.language) }
    }
  }
}

/** What the audit trail says of a decision. */
export function decisionFact(request: StoredRequest, status: string) {
  return {
    action: 'approvals.decide',
    subjectType: 'approvals.request',
    subjectId: request.id,
    before: { status: request.status, kind: request.kind, subject: `${request.subject_type}:${request.subject_id}` },
    after: { status },
  }
}
