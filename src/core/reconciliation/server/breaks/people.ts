import { type RawBuilder, sql } from 'kysely'
import type { BulkRow, InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import type { BreakContracts } from '../../contract/breaks.ts'
import type { ReconciliationContracts } from '../../contract/contracts.ts'
import { notePast } from '../sessions/records.ts'
import { tellMoved } from './carry-out.ts'
import { breaks, holdShown } from './records.ts'

const SHOWN = 50

const holds = (permission: string) => sql<boolean>`exists (select from iam.effective_permission p where p.user_id = u.id and p.uri = ${permission})`

/** Whom breaks of a desk may be given to. Names only, outside the caller's scope too: work is handed on across units. */
export async function people(
  { permissions }: ReconciliationContracts,
  { text = '', ids }: InputOf<BreakContracts['people']>,
  { runtime: { db } }: RequestContext,
): Promise<OutputOf<BreakContracts['people']>> {
  const conditions: RawBuilder<boolean>[] = [
    ...(ids ? [sql<boolean>`u.id = any(${ids}::bigint[])`] : [holds(permissions.work), sql<boolean>`u.active`]),
    ...foldedPatterns(text).map((pattern) => sql<boolean>`platform.fold(u.full_name || ' ' || u.account) like ${pattern}`),
  ]
  const { rows } = await sql<OutputOf<BreakContracts['people']>[number]>`
    select u.id, u.full_name as name, u.account from iam.person u where ${sql.join(conditions, sql` and `)} order by platform.fold(u.full_name), u.id limit ${SHOWN}`.execute(
    db,
  )
  return rows
}

/** Gives a break to somebody, or says until when; with neither it is nobody's any more. Throws RCB-012 at the field, SYS-410 while two people decide on it. */
export async function assign(
  contracts: ReconciliationContracts,
  ref: BulkRow,
  { assigneeId, dueOn }: InputOf<BreakContracts['assign']>,
  ctx: CommandContext,
): Promise<void> {
  const { tx, now, session: caller, language } = ctx
  const { row, session } = await holdShown(ctx, contracts, ref)
  // Another version of the break would be another one than was proposed.
  if (row.status === 'PROPOSED') throw new AppError(errors.state, {}, { data: { version: row.version, status: row.status } })
  const person =
    assigneeId === undefined
      ? undefined
      : await tx
          .selectFrom('iam.person as u')
          .select('u.full_name as name')
          .where('u.id', '=', assigneeId)
          .where('u.active', '=', true)
          .where(holds(contracts.permissions.work))
          .executeTakeFirst()
  if (assigneeId !== undefined && !person) throw refusedField('assigneeId', breakErrors.assignee, language)
  const given = assigneeId === undefined && dueOn === undefined ? { assignee_id: null, due_on: null } : { assignee_id: assigneeId, due_on: dueOn }
  await breaks.update(ctx, ref, given)
  await notePast(tx, session.id, caller.account, now, 'BREAK_ASSIGNED', { reference: row.reference, assignee: person?.name ?? '—', dueOn: dueOn ?? '' })
  await tellMoved(tx)
}
