/**
 * The process that reads one statement: what to do and how as JSON in its argument, rows for COPY on stdout, the answer over IPC. Started by
 * runner.ts, with its memory capped and nothing of ours in reach.
 */
import { AppError } from '#kernel/errors.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { copyWriter } from './copy.ts'
import { detectFormat } from './detect.ts'
import { preview } from './preview.ts'
import { readStatement } from './read.ts'
import type { Answer, Work } from './runner.ts'
import { type Fault, faultOf } from './verdict.ts'

/** Resolves once the reader has taken it: memory stays flat when the database is slower than this. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())))
}

function say(answer: Answer): Promise<void> {
  return new Promise((resolve, reject) => process.send?.(answer, undefined, undefined, (error: Error | null) => (error ? reject(error) : resolve())))
}

async function answer(work: Work): Promise<Answer> {
  if (work.do === 'DETECT') return { detected: await detectFormat(work.path, work.name) }
  if (work.do === 'PREVIEW') return { preview: await preview(work.path, work.format, work.options) }
  const rows = copyWriter(work.columns)
  return { verdict: await readStatement(work.path, work.format, (batch) => write(rows(batch)), work.options) }
}

function faultIn(error: unknown): Fault {
  return error instanceof AppError ? faultOf(error.definition, error.params as Fault['params']) : faultOf(fileErrors.damaged)
}

try {
  await say(await answer(JSON.parse(String(process.argv[2])) as Work))
} catch (error) {
  await say({ fault: faultIn(error) })
}
process.disconnect()
