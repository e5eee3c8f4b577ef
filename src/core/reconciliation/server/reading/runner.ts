import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import type { StatementFormat } from '../../contract/format.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'
import { COPY_COLUMNS, type CopyColumn } from './copy.ts'
import type { Detected } from './detect.ts'
import type { Preview } from './preview.ts'
import type { ReadOptions } from './read.ts'
import type { Fault, FileVerdict } from './verdict.ts'

const PROCESS = join(import.meta.dirname, 'reader-process.ts')
const HEAP_MB = 512
/** Of the process as a whole; an unpacked workbook stands beside the heap. */
const MEMORY_BYTES = 1_024 * 1_048_576
const WATCH_MS = 50
const READ_MS = 15 * 60_000
const LOOK_MS = 60_000

export type Work =
  | { do: 'READ'; path: string; format: StatementFormat; options: ReadOptions; columns: readonly CopyColumn[] }
  | { do: 'PREVIEW'; path: string; format: StatementFormat; options: ReadOptions }
  | { do: 'DETECT'; path: string; name: string }

export type Answer = { verdict: FileVerdict } | { preview: Preview } | { detected: Detected } | { fault: Fault }

export interface RunOptions extends ReadOptions {
  signal?: AbortSignal | undefined
  /** Told before the stream ends, unless the stream fails. */
  onVerdict: (verdict: FileVerdict) => void
  columns?: readonly CopyColumn[]
}

/**
 * Reads a statement in a process of its own and gives its rows as COPY takes them (columns of copy.ts), as fast as they are taken. A refused
 * file ends the stream well and has a `fault` in its verdict; a process that ran out of memory or time fails the stream with RCR-059.
 */
export function runReader(path: string, format: StatementFormat, { signal, onVerdict, columns = COPY_COLUMNS, ...options }: RunOptions): Readable {
  async function* rows(): AsyncGenerator<Buffer> {
    const run = new Run({ do: 'READ', path, format, options, columns }, READ_MS, signal)
    try {
      for await (const piece of run.output) yield piece as Buffer
      const answer = await run.answer()
      if (!('verdict' in answer)) throw appError('fault' in answer ? answer.fault : undefined)
      onVerdict(answer.verdict)
    } finally {
      await run.end()
    }
  }
  return Readable.from(rows(), { objectMode: false })
}

/** The first rows of a file as a format reads them, for the mapping editor. Throws what refuses the file before its first row. */
export async function previewFile(path: string, format: StatementFormat, options: ReadOptions = {}, signal?: AbortSignal): Promise<Preview> {
  const answer = await ask({ do: 'PREVIEW', path, format, options }, signal)
  if ('preview' in answer) return answer.preview
  throw appError('fault' in answer ? answer.fault : undefined)
}

/** What a file seems to be, by its bytes and titles. */
export async function detectFile(path: string, name: string, signal?: AbortSignal): Promise<Detected> {
  const answer = await ask({ do: 'DETECT', path, name }, signal)
  if ('detected' in answer) return answer.detected
  throw appError('fault' in answer ? answer.fault : undefined)
}

async function ask(work: Work, signal: AbortSignal | undefined): Promise<Answer> {
  const run = new Run(work, LOOK_MS, signal)
  try {
    run.output.resume()
    return await run.answer()
  } finally {
    await run.end()
  }
}

/** A process at work, ended with its bounds, its caller's signal or its answer. */
class Run {
  readonly output: Readable
  readonly #child: ChildProcess
  readonly #closed: Promise<void>
  readonly #signal: AbortSignal | undefined
  readonly #clock: NodeJS.Timeout
  readonly #watch: NodeJS.Timeout
  readonly #kill = () => void this.#child.kill('SIGKILL')
  #answer: Answer | undefined

  constructor(work: Work, milliseconds: number, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=64', '--disable-warning=ExperimentalWarning', PROCESS, JSON.stringify(work)],
      {
        stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
        serialization: 'advanced',
        // Nothing of ours is in its reach: no address of the database, no keys.
        env: {},
      },
    )
    this.#child = child
    this.#signal = signal
    this.output = child.stdout as Readable
    this.#closed = new Promise((resolve) => child.once('close', () => resolve()))
    child.on('error', () => undefined)
    child.on('message', (answer) => {
      this.#answer = answer as Answer
    })
    this.#clock = setTimeout(this.#kill, milliseconds)
    this.#watch = setInterval(() => residentBytes(child.pid) > MEMORY_BYTES && this.#kill(), WATCH_MS)
    signal?.addEventListener('abort', this.#kill, { once: true })
  }

  /** Once the process has gone. Throws RCR-059 where it went without an answer, and what the signal says. */
  async answer(): Promise<Answer> {
    await this.#closed
    this.#signal?.throwIfAborted()
    if (!this.#answer) throw new AppError(fileErrors.tooHeavy)
    return this.#answer
  }

  async end(): Promise<void> {
    clearTimeout(this.#clock)
    clearInterval(this.#watch)
    this.#signal?.removeEventListener('abort', this.#kill)
    this.#kill()
    await this.#closed
  }
}

const DEFINITIONS = [...Object.values(fileErrors), ...Object.values(rowErrors), ...Object.values(importErrors)]

/** A fault that was kept, as it is thrown and put into words. */
export function appError(fault: Fault | undefined): AppError {
  const definition = DEFINITIONS.find(({ code }) => code === fault?.code) ?? fileErrors.damaged
  return new AppError(definition, fault?.params ?? {})
}

/** Memory that a process really holds; 0 where the system does not report it. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4_096
  } catch {
    return 0
  }
}
