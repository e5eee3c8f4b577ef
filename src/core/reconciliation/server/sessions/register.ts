import { defineTask, type JobHandler, type JobSchedule, type Registrar, type Task } from '#platform/server/module.ts'
import { listAt, sessionForChange } from '../desk.ts'
import type { ReconciliationDesk, ReconciliationParts } from '../plug.ts'
import { askToReverse, askToSettle } from '../settlement/kinds.ts'
import { previewOf } from '../settlement/preview.ts'
import { uploadJobs, uploadSchedules } from '../statements/cleaning.ts'
import { fetchJobs, fetchNow, fetchSchedules } from '../statements/fetch.ts'
import { readJobs } from '../statements/read-job.ts'
import { begin, download, finish, takePiece } from '../statements/upload.ts'
import { verdictList } from '../statements/verdicts.ts'
import { ageingOf } from './ageing.ts'
import { handMatch, unmatch } from './by-hand.ts'
import { calendarOf } from './calendar.ts'
import { create } from './create.ts'
import { history, seenSession, sessionDetail } from './detail.ts'
import { lineList, linesOfMatch } from './lines.ts'
import { sessionList } from './list.ts'
import { match, matchJobs } from './match-job.ts'
import { matchList } from './matches.ts'
import { SESSION } from './records.ts'
import { cancel, confirm, reopen, stopTask, withdraw } from './steps.ts'

/** Sessions of a desk, their statements and everything on their workbench. */
export function registerSessions(on: Registrar, parts: ReconciliationParts, desk: ReconciliationDesk): void {
  const { contracts } = desk
  const { plugs } = parts
  const own = contracts.sessions
  on.list(own.list, listAt(contracts, sessionList(contracts)))
  on.query(own.detail, (input, ctx) => sessionDetail(plugs, contracts, input, ctx))
  on.query(own.calendar, (input, ctx) => calendarOf(plugs, contracts, input, ctx))
  on.query(own.ageing, (input, ctx) => ageingOf(contracts, input, ctx))
  on.command(own.create, (input, ctx) => create(desk, input, ctx))
  on.command(own.cancel, (input, ctx) => cancel(contracts, input, ctx))
  on.command(own.beginStatement, (input, ctx) => begin(plugs, contracts, input, ctx))
  on.upload(own.sendPiece, (input, ctx, file) => takePiece(contracts, input, ctx, file))
  on.command(own.finishStatement, (input, ctx) => finish(plugs, contracts, input, ctx))
  on.command(own.withdrawStatement, (input, ctx) => withdraw(contracts, input, ctx))
  on.command(own.stopTask, (input, ctx) => stopTask(contracts, input, ctx))
  on.download(own.downloadStatement, (input, ctx) => download(contracts, input, ctx))
  on.command(own.fetchStatement, (input, ctx) => fetchNow(plugs, contracts, input, ctx))
  on.list(own.verdicts, verdictList(contracts))
  on.command(own.match, (input, ctx) => match(plugs, contracts, input, ctx))
  on.list(own.lines, lineList(contracts))
  on.list(own.matches, matchList(contracts))
  on.query(own.matchLines, (input, ctx) => linesOfMatch(contracts, input, ctx))
  on.command(own.handMatch, (input, ctx) => handMatch(contracts, input, ctx))
  on.command(own.unmatch, (input, ctx) => unmatch(contracts, input, ctx))
  on.query(own.history, (input, ctx) => history(contracts, input, ctx))
  on.command(own.confirm, (input, ctx) => confirm(plugs, contracts, input, ctx))
  on.command(own.reopen, (input, ctx) => reopen(contracts, input, ctx))
  on.query(own.settlementPreview, async ({ id }, ctx) => {
    await seenSession(ctx, contracts, id)
    const session = await ctx.runtime.db.selectFrom(SESSION).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return previewOf(ctx.runtime.db, parts, session, ctx.language)
  })
  on.command(own.settle, async (input, ctx) => {
    await sessionForChange(ctx, contracts, input)
    return askToSettle(parts, desk, input, ctx)
  })
  on.command(own.reverse, async (input, ctx) => {
    await sessionForChange(ctx, contracts, input)
    return askToReverse(parts, desk, input, ctx)
  })
}

export const sessionJobs = ({ plugs }: ReconciliationParts): JobHandler[] => [...readJobs(), ...matchJobs(plugs), ...fetchJobs(), ...uploadJobs]
export const sessionSchedules: readonly JobSchedule[] = [...fetchSchedules, ...uploadSchedules]

/** Sessions that wait for somebody, by desk. */
export const sessionTasks = ({ desks }: ReconciliationParts): Task[] =>
  desks.flatMap(({ contracts: { desk, sessions, name, permissions } }) => [
    defineTask(
      `reconciliation.import.${desk}`,
      { vi: `Phiên đối soát chờ sao kê: ${name.vi}`, en: `Sessions without a statement: ${name.en}` },
      sessions.list,
      { status: ['DRAFT'] },
      { needs: permissions.import },
    ),
    defineTask(
      `reconciliation.review.${desk}`,
      { vi: `Phiên đối soát có chênh lệch: ${name.vi}`, en: `Sessions with breaks: ${name.en}` },
      sessions.list,
      { nextStep: 'RESOLVE' },
      { needs: permissions.ask },
    ),
    defineTask(
      `reconciliation.confirm.${desk}`,
      { vi: `Phiên đối soát chờ xác nhận: ${name.vi}`, en: `Sessions to be confirmed: ${name.en}` },
      sessions.list,
      { nextStep: 'CONFIRM' },
      { needs: permissions.confirm },
    ),
  ])
