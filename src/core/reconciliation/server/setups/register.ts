import type { ApprovalKind } from '#core/approvals/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import { listAt } from '../desk.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { create, discard, edit, resume, submit, suspend, tryOn } from './commands.ts'
import { setupKind } from './kind.ts'
import { trySample } from './preview.ts'
import { partnersOf, proposalsOf, setupDetail, setupList } from './queries.ts'

/** Configurations of a desk. */
export function registerSetups(on: Registrar, parts: ReconciliationParts, desk: ReconciliationDesk): void {
  const { contracts } = desk
  const own = contracts.setups
  const kind = setupKind(desk)
  on.list(own.list, listAt(contracts, setupList(contracts)))
  on.query(own.detail, (input, ctx) => setupDetail(contracts, input, ctx))
  on.query(own.partners, (input, ctx) => partnersOf(parts.plugs, contracts, input, ctx))
  on.query(own.proposals, (input, ctx) => proposalsOf(contracts, input, ctx))
  on.command(own.create, (input, ctx) => create(parts, desk, input, ctx))
  on.command(own.edit, (input, ctx) => edit(parts, desk, input, ctx))
  on.command(own.discard, (input, ctx) => discard(desk, input, ctx))
  on.command(own.submit, (input, ctx) => submit(desk, kind, input, ctx))
  on.command(own.suspend, (input, ctx) => suspend(desk, input, ctx))
  on.command(own.resume, (input, ctx) => resume(desk, input, ctx))
  on.command(own.dryRun, (input, ctx) => tryOn(desk, input, ctx))
  on.upload(own.preview, trySample)
}

/** Configurations that two people put into force; made for each desk. */
export const setupKinds = ({ desks }: ReconciliationParts): ApprovalKind[] => desks.map(setupKind)
