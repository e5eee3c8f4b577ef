import { type SqlBool, sql } from 'kysely'
import { headOffice } from '#core/organisation/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { type DeskPlace, filtersAt } from '../contract/desk.ts'
import { reconciliationErrors } from '../contract/errors.ts'
import { type SessionRow, sessions } from './sessions/records.ts'
import { type SetupRow, setups } from './setups/records.ts'

type Plugs = Pick<DeskPlace, 'plugs'>

/** Rows of a table with a plug, of the plugs that a desk shows. */
export const atDesk = (alias: string, { plugs }: Plugs) => sql<SqlBool>`${sql.ref(`${alias}.plug`)} = any(${[...plugs]}::text[])`

const shown = ({ plugs }: Plugs, plug: string) => {
  if (!plugs.includes(plug)) throw new AppError(errors.notFound)
}

/** The handler of a list without the conditions that its desk does not offer. */
export function listAt<H extends { where: object }>(place: DeskPlace, handler: H): H {
  return { ...handler, where: filtersAt(place, handler.where as { plug: unknown }) }
}

/** A session of the desk within the caller's scope, locked for a change. Throws SYS-404, SYS-409. */
export async function sessionForChange(ctx: CommandContext, place: Plugs, ref: { id: string; version?: number }) {
  const seen = await sessions.forChange(ctx, ref)
  shown(place, seen.row.plug)
  return seen
}

/** A configuration of the desk within the caller's scope, locked for a change. Throws SYS-404, SYS-409. */
export async function setupForChange(ctx: CommandContext, place: Plugs, ref: { id: string; version?: number }) {
  const seen = await setups.forChange(ctx, ref)
  shown(place, seen.row.plug)
  return seen
}

/** Whose record something new is: the unit of the caller, or the head office. Throws RCN-014. */
export async function ownUnit({ tx, session }: CommandContext): Promise<string> {
  const unit = session.unit ?? (await headOffice(tx))
  if (!unit) throw new AppError(reconciliationErrors.noHeadOffice)
  return unit.id
}

/** Throws RCN-030 while work in the background is under way. */
export function assertIdle({ code, task }: Pick<SessionRow, 'code' | 'task'>): void {
  if (task !== null) throw new AppError(reconciliationErrors.busy, { code })
}

/** Throws RCN-004 for a configuration that nobody may work with. */
export function assertInForce({ code, status, revision_id }: Pick<SetupRow, 'code' | 'status' | 'revision_id'>): string {
  if (status !== 'ACTIVE' || revision_id === null) throw new AppError(reconciliationErrors.setupNotInForce, { code })
  return revision_id
}
