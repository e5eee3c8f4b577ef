import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { z } from 'zod'
import { StatementFormat } from '#core/reconciliation/contract/format.ts'
import { type ReadOptions, readStatement } from '#core/reconciliation/server/reading/read.ts'
import type { FileVerdict, ReadRow, StatementLine } from '#core/reconciliation/server/reading/verdict.ts'

/** Writes files with a content, which are removed after the tests. */
export function fileWriter(): (content: string | Buffer, name?: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'statement-'))
  let files = 0
  afterAll(() => rmSync(folder, { recursive: true }))
  return (content, name = 'statement') => {
    const path = join(folder, `${files++}-${name}`)
    writeFileSync(path, content)
    return path
  }
}

export interface ReadFile {
  verdict: FileVerdict
  rows: ReadRow[]
  lines: StatementLine[]
  rejected: Extract<ReadRow, { verdict: 'REJECTED' }>[]
}

/** Reads a whole file. Whatever it holds, no row is lost: the counts are those of the rows. */
export async function readAll(path: string, format: z.input<typeof StatementFormat>, options: ReadOptions = {}): Promise<ReadFile> {
  const rows: ReadRow[] = []
  const verdict = await readStatement(path, StatementFormat.parse(format), (batch) => void rows.push(...batch), options)
  const { accepted, ignored, rejected } = verdict
  if (accepted + ignored + rejected !== verdict.rows || verdict.rows !== rows.length) throw new Error('rows were lost')
  return {
    verdict,
    rows,
    lines: rows.flatMap((row) => (row.verdict === 'ACCEPTED' ? [row.line] : [])),
    rejected: rows.filter((row) => row.verdict === 'REJECTED'),
  }
}
