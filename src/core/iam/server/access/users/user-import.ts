import { importUsers } from '#core/iam/contract/access/user-import.ts'
import { ADMINISTRATION } from '#kernel/applications.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { ImportedRow } from '#kernel/import.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { handleImport, type ImportContext, type ImportRow, type RowProblem } from '#platform/server/import/handler.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { standingOf } from '../../sign-in/standing.ts'
import { insertUsers } from '../../sign-in/users.ts'
import { oneAtATime } from '../guard.ts'
import { askForFirstPasswords } from './temporary-password.ts'
import { codesOf, type Importer, judgeUsers, type NewUser } from './user-import-check.ts'
import { users } from './user-record.ts'

const CHUNK = 500

type Row = ImportRow<ImportedRow<typeof importUsers>>

/**
 * Users from a file, held to the rules of the form for one user, with the rights that whoever imports has at that moment. Passwords follow
 * by e-mail once the rows are kept.
 */
export const userImport = handleImport(importUsers, {
  async check(rows, ctx, partly) {
    return (await judged(rows, ctx, partly)).problems
  },
  async apply(rows, ctx) {
    // The rights are those of this moment, and stay so until the users are there.
    await oneAtATime(ctx.tx)
    const { users, problems } = await judged(rows, ctx)
    if (problems.length > 0) return problems
    const ids = new Map<string, string>()
    for (let at = 0; at < users.length; at += CHUNK) {
      const part = users.slice(at, at + CHUNK)
      const made = await insertUsers(
        ctx.tx,
        part.map((user) => ({ ...user, by: ctx.account })),
        ctx.now,
      )
      for (const [n, id] of made.entries()) ids.set(part[n]?.account ?? '', id)
    }
    await askForFirstPasswords(ctx.tx, [...ids.values()], ctx.userId)
    await record(rows, ids, ctx)
    return { users: ids.size }
  },
})

async function judged(
  rows: readonly Row[],
  ctx: ImportContext,
  partly: Parameters<typeof judgeUsers>[2] = [],
): Promise<{ users: NewUser[]; problems: RowProblem[] }> {
  return await judgeUsers(rows, await importerOf(ctx), partly)
}

/** Whoever imports, as they stand now: rights may have been taken away since the file was sent. */
async function importerOf({ tx, userId }: { tx: Tx; userId: string }): Promise<Importer> {
  const session = await standingOf({ db: tx }, userId, ADMINISTRATION)
  if (!session?.permissions.has(importUsers.permission)) throw new AppError(errors.forbidden)
  return { tx, session, scope: scopeOf(tx, session), language: 'vi' }
}

/** One entry for each user, so that the history of a user begins with where they came from. `ids` by account. */
async function record(rows: readonly Row[], ids: ReadonlyMap<string, string>, { tx, audit, account, importId }: ImportContext): Promise<void> {
  await audit.writeMany(
    tx,
    rows.map(({ value: { roleCodes, applications, ...after } }) => ({
      ...byUser(account, { traceId: importId, ip: '' }),
      action: `IMPORT ${importUsers.path}`,
      subjectType: users.subject,
      subjectId: ids.get(after.account) ?? null,
      after: { ...after, roles: codesOf(roleCodes), applications: codesOf(applications) },
    })),
  )
}
