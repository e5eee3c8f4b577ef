import { Readable } from 'node:stream'
import { isoLocal } from '#kernel/dates.ts'
import type { ReportFormat } from '#kernel/report.ts'
import type { Report, Runtime, ServerModule } from '../module.ts'
import { XLSX_TYPE } from '../spreadsheet/xlsx.ts'
import { reportDocument } from './document.ts'
import type { Taking } from './kept-run.ts'
import { titleOf } from './layout.ts'
import { PDF_TYPE, reportPdf } from './pdf.ts'
import type { ReportReader } from './report.ts'
import { reportXlsx } from './xlsx.ts'

export interface ReportFile {
  title: string
  /** 'Báo cáo chi tiết ngày 2026-11-21 083000.xlsx' */
  name: string
  type: string
  /** Ending it early ends the query behind it. */
  stream: Readable
}

/** The whole of a report as a file: a spreadsheet streamed, a PDF made beforehand. Throws VAL-001 for its period and REP-001 for what is too long for paper. */
export async function reportFile(
  runtime: Pick<Runtime, 'db' | 'pool'>,
  report: Report,
  { searchSdi, format }: { searchSdi: Record<string, unknown>; format: ReportFormat },
  reader: ReportReader,
  modules: readonly ServerModule[],
  taking: Taking,
  signal?: AbortSignal,
): Promise<ReportFile> {
  const title = titleOf(report, reader.language)
  const name = `${title} ${isoLocal(reader.now).slice(0, 19).replace('T', ' ').replaceAll(':', '')}.${format}`
  if (format === 'xlsx') return { title, name, type: XLSX_TYPE, stream: await reportXlsx(runtime, report, searchSdi, reader, modules, taking, signal) }
  const document = await reportDocument(runtime.db, report, searchSdi, reader, modules, taking)
  return { title, name, type: PDF_TYPE, stream: Readable.from([await reportPdf(document, reader.language, signal)]) }
}
