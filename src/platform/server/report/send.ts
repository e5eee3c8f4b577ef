import { Readable } from 'node:stream'
import { isoLocal } from '#kernel/dates.ts'
import type { ReportDocument, ReportFormat } from '#kernel/report.ts'
import { attachment } from '../http/disposition.ts'
import { createSlots } from '../http/slots.ts'
import type { Report, RequestContext, ServerModule } from '../module.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import { reportDocument } from './document.ts'
import { titleOf } from './layout.ts'
import { PDF_TYPE, reportPdf } from './pdf.ts'
import type { ReportReader } from './report.ts'
import { reportXlsx } from './xlsx.ts'

type Fields = Record<string, unknown>

/** Spreadsheets of one process at the same time: each holds a connection and a part of a core. */
const slots = createSlots(3)

/** The caller of a request as a report knows them. */
export function readerOf({ scope, language, now, session }: RequestContext): ReportReader {
  return { scope, language, now, account: session.account, fullName: session.fullName }
}

/** The whole report for the print view; who took it is in the audit trail. */
export async function printReport(
  report: Report,
  { searchSdi }: { searchSdi: Fields },
  ctx: RequestContext,
  modules: readonly ServerModule[],
): Promise<ReportDocument> {
  const document = await reportDocument(ctx.runtime.db, report, searchSdi, readerOf(ctx), modules)
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
  const reader = readerOf(ctx)
  const { runtime, request, reply } = ctx
  await audit(report, input, ctx)
  const named = () =>
    reply.type(input.format === 'pdf' ? PDF_TYPE : XLSX_TYPE).header('content-disposition', attachment(fileNameOf(report, input.format, reader)))
  if (input.format === 'pdf') {
    const document = await reportDocument(runtime.db, report, input.searchSdi, reader, modules)
    const bytes = await reportPdf(document, reader.language, request.signal)
    named()
    return Readable.from([bytes])
  }
  const release = await slots.take(request.signal)
  try {
    const stream = await reportXlsx(runtime, report, input.searchSdi, reader, modules)
    stream.once('close', release)
    named()
    return stream
  } catch (error) {
    release()
    throw error
  }
}

/** 'Báo cáo chi tiết ngày 2026-11-21 083000.xlsx' */
export function fileNameOf(report: Report, format: ReportFormat, { language, now }: Pick<ReportReader, 'language' | 'now'>): string {
  return `${titleOf(report, language)} ${isoLocal(now).slice(0, 19).replace('T', ' ').replaceAll(':', '')}.${format}`
}

function audit({ contract }: Report, after: unknown, ctx: RequestContext): Promise<void> {
  return ctx.runtime.db.transaction().execute((tx) =>
    ctx.runtime.audit.write(tx, {
      actor: `user:${ctx.session.account}`,
      action: `POST ${contract.export.path}`,
      subjectType: `report.${contract.entity}`,
      subjectId: null,
      after,
      traceId: ctx.traceId,
      ip: ctx.ip,
    }),
  )
}
