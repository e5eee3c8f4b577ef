import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { defineTask, type Registrar, type Task } from '#platform/server/module.ts'
import { listAt } from '../desk.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { breakDetail, possible } from './detail.ts'
import { together } from './joint-lines.ts'
import { matchKind, proposeMatch } from './joint-match.ts'
import { breakKind } from './kind.ts'
import { letter } from './letter.ts'
import { breakList } from './list.ts'
import { assign, people } from './people.ts'
import { reopen, resolve } from './resolve.ts'
import { applyWorkbook, workbookKind } from './workbook-apply.ts'
import { compareWorkbook } from './workbook-compare.ts'
import { workbook, workbookResult } from './workbook-out.ts'

/** Breaks of the sessions that a desk shows. */
export function registerBreaks(on: Registrar, parts: ReconciliationParts, desk: ReconciliationDesk): void {
  const { contracts } = desk
  const own = contracts.breaks
  const [single, joint, whole] = [breakKind(parts, desk), matchKind(parts, desk), workbookKind(parts, desk)]
  on.list(own.list, listAt(contracts, breakList(contracts)))
  on.query(own.detail, ({ id }, ctx) => breakDetail(parts, contracts, id, ctx))
  on.query(own.possible, (input, ctx) => possible(parts, contracts, input, ctx))
  on.query(own.together, (input, ctx) => together(parts, contracts, input, ctx))
  on.query(own.people, (input, ctx) => people(contracts, input, ctx))
  on.bulk(own.assign, (row, input, ctx) => assign(contracts, row, input, ctx))
  on.bulk(own.resolve, (row, input, ctx) => resolve(parts, contracts, single, row, input, ctx))
  on.command(own.match, (input, ctx) => proposeMatch(contracts, joint, input, ctx))
  on.command(own.reopen, (input, ctx) => reopen(contracts, input, ctx))
  on.download(own.letter, (input, ctx) => letter(contracts, input, ctx))
  on.download(own.workbook, (input, ctx) => workbook(contracts, input, ctx))
  on.upload(own.compareWorkbook, (input, ctx, file) => compareWorkbook(parts, contracts, input, ctx, file))
  on.command(own.applyWorkbook, (input, ctx) => applyWorkbook(contracts, whole, input, ctx))
  on.download(own.workbookResult, (input, ctx) => workbookResult(contracts, input, ctx))
}

/** Resolutions of breaks that two people decide: one by one, matched with each other, and by a filled-in workbook; made for each desk. */
export const breakKinds = (parts: ReconciliationParts): ApprovalKind[] =>
  parts.desks.flatMap((desk) => [breakKind(parts, desk), matchKind(parts, desk), workbookKind(parts, desk)])

/** Breaks that were given to somebody, by desk. */
export const breakTasks = ({ desks }: ReconciliationParts): Task[] =>
  desks.map(({ contracts: { desk, breaks, name, permissions } }) =>
    defineTask(
      `reconciliation.breaks.${desk}`,
      { vi: `Chênh lệch giao cho tôi: ${name.vi}`, en: `Breaks given to me: ${name.en}` },
      breaks.list,
      { mine: true, status: ['OPEN'] },
      { needs: permissions.ask },
    ),
  )
