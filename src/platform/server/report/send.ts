import type { Readable } from 'node:stream'
import type { ReportDocument, ReportFormat } from '#kernel/report.ts'
import { byUser } from '../audit/audit.ts'
import { departureOf } from '../http/departure.ts'
import { attachment } from '../http/disposition.ts'
import { createSlots, inSlot } from '../http/slots.ts'
import type { Report, RequestContext, ServerModule } from '../module.ts'
import { reportDocument } from './document.ts'
import { reportFile } from './file.ts'
import type { ReportReader } from './report.ts'

type Fields = Record<string, unknown>

/** Files of one process at the same time: each holds a connection and a part of a core. */
const slots = createSlots(3, 2)

/** The caller of a request as a report knows them. */
export function readerOf({ scope, language, now, session }: Pick<RequestContext, 'scope' | 'language' | 'now' | 'session'>): ReportReader {
  const { account, fullName, userId, partnerId, scope: grant } = session
  return { scope, language, now, account, fullName, userId, unitId: session.unit?.id ?? null, partnerId, grant }
}

/** The whole report for the print view; who took it is in the audit trail. */
export async function printReport(
  report: Report,
  { searchSdi }: { searchSdi: Fields },
  ctx: RequestContext,
  modules: readonly ServerModule[],
): Promise<ReportDocument> {
  const document = await reportDocument(ctx.runtime.db, report, searchSdi, readerOf(ctx), modules, { purpose: 'PRINT' })
  await audit(report, { searchSdi, format: 'print' }, ctx)
  return document
}

/** Answers with the whole report as a file; xlsx is streamed. Who took it is in the audit trail. */
export async function sendReport(
  report: Report,
  input: { searchSdi: Fields; format: ReportFormat },
  ctx: RequestContext,
  modules: readonly ServerModule[],
): Promise<Readable> {
  const { runtime, reply } = ctx
  const signal = departureOf(reply)
  await audit(report, input, ctx)
  return inSlot(slots, ctx.session.userId, signal, async () => {
    const { name, type, stream } = await reportFile(
      runtime,
      report,
      input,
      readerOf(ctx),
      modules,
      { purpose: input.format === 'pdf' ? 'PDF' : 'XLSX' },
      signal,
    )
    reply.type(type).header('content-disposition', attachment(name))
    return stream
  })
}

function audit({ contract }: Report, after: unknown, ctx: RequestContext): Promise<void> {
  const taken = { action: `POST ${contract.export.path}`, subjectType: contract.entity, subjectId: null, after }
  return ctx.runtime.db.transaction().execute((tx) => ctx.runtime.audit.write(tx, { ...byUser(ctx.session.account, ctx), ...taken }))
}
