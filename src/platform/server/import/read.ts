import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AppError } from '#kernel/errors.ts'
import { IMPORT_LIMITS, importErrors } from '#kernel/import-errors.ts'
import type { Cell, SheetFacts } from './workbook.ts'

const PROCESS = join(import.meta.dirname, 'reader-process.ts')
/** The heap; what is unpacked and the program itself stand beside it. */
const HEAP_MB = 384
const WATCH_MS = 50

export type ReadRow = [number: number, ...cells: Cell[]]

type Line = { facts: SheetFacts } | { rows: ReadRow[] } | { end: true } | { refused: { code: string; params: Record<string, string | number> } }

/**
 * Reads the first sheet of an .xlsx or .xls in a process of its own, bounded in time and memory; whatever the file holds, this process is unhurt.
 * Throws the AppErrors of importErrors. Ends the process when `signal` does.
 */
export async function* readWorkbook(name: string, content: Buffer, signal?: AbortSignal): AsyncGenerator<SheetFacts | ReadRow[]> {
  signal?.throwIfAborted()
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', PROCESS, name], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Nothing of ours is in its reach: no address of the database, no keys.
    env: {},
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  let heavy = false
  const tooHeavy = () => {
    heavy = true
    kill()
  }
  const clock = setTimeout(tooHeavy, IMPORT_LIMITS.milliseconds)
  const watch = setInterval(() => residentBytes(child.pid) > IMPORT_LIMITS.memoryBytes && tooHeavy(), WATCH_MS)
  signal?.addEventListener('abort', kill, { once: true })
  // A process that has gone does not read its input to the end.
  child.stdin.on('error', () => undefined)
  child.on('error', () => undefined)
  child.stdin.end(content)
  try {
    let ended = false
    for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = lineOf(text)
      if (!line) break
      if ('refused' in line) throw refusal(line.refused)
      if ('end' in line) ended = true
      else yield 'facts' in line ? line.facts : line.rows
    }
    signal?.throwIfAborted()
    // Out of its heap, out of time, or killed by the system.
    if (!ended) throw new AppError(importErrors.tooHeavy)
    if (heavy) throw new AppError(importErrors.tooHeavy)
  } finally {
    clearTimeout(clock)
    clearInterval(watch)
    signal?.removeEventListener('abort', kill)
    kill()
    await exited
  }
}

function lineOf(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}

function refusal({ code, params }: { code: string; params: Record<string, string | number> }): AppError {
  const definition = Object.values(importErrors).find((one) => one.code === code) ?? importErrors.damaged
  return new AppError(definition, params)
}

/** Memory that a process really holds; 0 where the system does not report it (then the bounds of heap, input and time hold). */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return pages * 4_096
  } catch {
    return 0
  }
}
