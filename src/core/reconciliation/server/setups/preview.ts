import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney } from '#kernel/money.ts'
import type { UploadedFile } from '#platform/server/files/file.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import { createSlots } from '#platform/server/http/slots.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { reconciliationErrors } from '../../contract/errors.ts'
import { StatementFormat } from '../../contract/format.ts'
import type { SetupContracts } from '../../contract/setups.ts'
import type { PreviewRow } from '../reading/preview.ts'
import { appError, detectFile, previewFile } from '../reading/runner.ts'
import { ruleText } from '../statements/verdicts.ts'
import { SETUP } from './records.ts'

type Sample = OutputOf<SetupContracts['preview']>
type Row = Sample['rows'][number]

/** Files that are looked at at the same time: each is read by a process of its own. */
const slots = createSlots(2, 1)

/** The format that was sent as JSON. Throws RCN-013. */
function formatIn(text: string | undefined): StatementFormat | undefined {
  if (text === undefined || text === '') return undefined
  try {
    return StatementFormat.parse(JSON.parse(text))
  } catch {
    throw new AppError(reconciliationErrors.formatUnreadable)
  }
}

/** Shows how a file would be read; keeps nothing of it. */
export async function trySample(
  { format: text }: InputOf<SetupContracts['preview']>,
  { language, session, reply, subject }: CommandContext,
  file: UploadedFile,
): Promise<Sample> {
  const given = formatIn(text)
  subject(SETUP, null, { after: { fileName: file.name } })
  const release = await slots.take(session.userId, departureOf(reply))
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  try {
    const path = join(folder, 'sample')
    await writeFile(path, file.content)
    const detected = given ? undefined : await detectFile(path, file.name)
    const format = given ?? detected?.format
    if (!format) return { ...NOTHING, why: detected?.why[language] ?? '' }
    const { titles, rows, counts, raw, fault } = await previewFile(path, format)
    return {
      format,
      preset: detected?.preset ?? null,
      why: detected?.why[language] ?? '',
      headers: titles,
      raw,
      rows: rows.map((row) => rowOf(row, language)),
      ...{ accepted: counts.ACCEPTED, ignored: counts.IGNORED, rejected: counts.REJECTED },
      fault: fault ? appError(fault).text(language) : null,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    release()
  }
}

const NOTHING: Omit<Sample, 'why'> = { format: null, preset: null, headers: [], raw: [], rows: [], accepted: 0, ignored: 0, rejected: 0, fault: null }

function rowOf({ read, cells }: PreviewRow, language: Language): Row {
  const { row, verdict } = read
  if (read.verdict === 'ACCEPTED') return { row, verdict, cells, line: textsOf(read.line), column: null, problem: null }
  if (read.verdict === 'IGNORED') return { row, verdict, cells, line: null, column: null, problem: ruleText(read.rule, language) }
  return { row, verdict, cells, line: null, column: read.column, problem: appError(read.error).text(language) }
}

/** A line as texts by the names of its fields; what the file does not say is left out. */
function textsOf(line: Extract<PreviewRow['read'], { verdict: 'ACCEPTED' }>['line']): Record<string, string> {
  const texts = Object.entries(line).map(([name, value]) => [name, typeof value === 'bigint' ? formatMoney(value) : String(value ?? '')])
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}
