import type { BulkOutput } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { byUser } from '../audit/audit.ts'
import type { CommandContext, RequestContext } from '../module.ts'
import { type OwnerColumns, scopeOf } from '../scope.ts'
import { isConflict, toAppError } from './errors.ts'

const ATTEMPTS = 3

/** What is done with one row; what it throws is that row's refusal. */
export type BulkWork<Row> = (row: Row, ctx: CommandContext) => Promise<void>

/** `action`: what the audit trail calls it. One row after another, each in a transaction of its own with its own audit entry: one that is refused leaves the others as they are. */
export async function runBulk<Row extends { id: string }>(
  action: string,
  rows: readonly Row[],
  ctx: RequestContext,
  owners: OwnerColumns,
  work: BulkWork<Row>,
): Promise<BulkOutput> {
  const results: BulkOutput['results'] = []
  for (const row of rows) results.push(await runRow(action, row, ctx, owners, work))
  const done = results.filter(({ code }) => code === null).length
  return { done, refused: results.length - done, results }
}

async function runRow<Row extends { id: string }>(
  action: string,
  row: Row,
  ctx: RequestContext,
  owners: OwnerColumns,
  work: BulkWork<Row>,
): Promise<BulkOutput['results'][number]> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ctx.runtime.db.transaction().execute(async (tx) => {
        let audited: Parameters<CommandContext['subject']> = ['', row.id]
        const scope = scopeOf(tx, ctx.session, owners)
        const subject = (...fact: typeof audited) => {
          audited = fact
        }
        await work(row, { ...ctx, db: scope.db, scope, tx, idempotencyKey: undefined, subject })
        const [subjectType, subjectId, change] = audited
        await ctx.runtime.audit.write(tx, { ...byUser(ctx.session.account, ctx), action, subjectType, subjectId, ...change })
      })
      return { id: row.id, code: null, message: null }
    } catch (error) {
      if (isConflict(error) && attempt < ATTEMPTS) continue
      const refusal = toAppError(error, ctx.language)
      if (!(error instanceof AppError)) ctx.log.error({ error, row: row.id, endpoint: action }, 'a row failed')
      return { id: row.id, code: refusal.definition.code, message: refusal.text(ctx.language) }
    }
  }
}
