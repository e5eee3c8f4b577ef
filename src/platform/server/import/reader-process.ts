/** The process that reads one workbook: the file on stdin, its name as the argument, lines of JSON on stdout. Started by read.ts. */
import { buffer } from 'node:stream/consumers'
import { AppError } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import { checkDirectory, formatOf } from './archive.ts'
import { type Cell, readSheet } from './workbook.ts'

const BATCH = 500

function say(line: unknown): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()))
}

async function main(name: string): Promise<void> {
  const content = await buffer(process.stdin)
  const format = formatOf(name, content)
  if (format === 'xlsx') await checkDirectory(content)
  const { cells, ...facts } = await readSheet(content, format)
  await say({ facts })
  let batch: [number, ...Cell[]][] = []
  for (const row of cells()) {
    if (batch.push(row) < BATCH) continue
    await say({ rows: batch })
    batch = []
  }
  await say({ rows: batch })
  await say({ end: true })
}

try {
  await main(String(process.argv[2]))
} catch (error) {
  const refused = error instanceof AppError ? error : new AppError(importErrors.damaged)
  await say({ refused: { code: refused.definition.code, params: refused.params } })
}
