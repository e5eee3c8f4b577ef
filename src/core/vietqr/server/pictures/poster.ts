import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { createSlots } from '#platform/server/http/slots.ts'
import type { PosterAnswer, PosterFile, PosterSpec } from './poster-spec.ts'

/** Drawing takes a core; a second place lets others by whose reader is slow. */
const slots = createSlots(2, 1)
const TOGETHER = 50
const MEMORY_MB = 256

/**
 * Posters of any number of codes as one PDF. It is drawn in a thread of its own, a page at a time and no further ahead than the reader of the
 * stream takes, so that memory does not grow with the pages. `who` draws one at a time; `signal` ends it.
 */
export function posterPdf(specs: AsyncIterable<PosterSpec> | Iterable<PosterSpec>, file: PosterFile, who = '', signal?: AbortSignal): Readable {
  return Readable.from(pagesOf(specs, file, who, signal), { objectMode: false })
}

async function* pagesOf(
  specs: AsyncIterable<PosterSpec> | Iterable<PosterSpec>,
  file: PosterFile,
  who: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const release = await slots.take(who, signal)
  const worker = new Worker(new URL('./poster-worker.ts', import.meta.url), { workerData: file, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  const answers = answersOf(worker, signal)
  try {
    for await (const some of together(specs)) {
      worker.postMessage(some)
      yield* until('more', answers)
    }
    worker.postMessage([])
    yield* until('end', answers)
  } finally {
    release()
    await worker.terminate()
  }
}

/** Lists of up to `TOGETHER`, none of them empty. */
async function* together(specs: AsyncIterable<PosterSpec> | Iterable<PosterSpec>): AsyncGenerator<PosterSpec[]> {
  let some: PosterSpec[] = []
  for await (const spec of specs) {
    some.push(spec)
    if (some.length < TOGETHER) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

async function* until(word: 'more' | 'end', answers: AsyncIterator<PosterAnswer>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value } = await answers.next()
    if (value === word) return
    if (typeof value === 'object') yield value.bytes
  }
}

/** What the thread answers, in its order; rejects when it fails, ends early, or is called off. */
function answersOf(worker: Worker, signal: AbortSignal | undefined): AsyncIterator<PosterAnswer> {
  const waiting: PosterAnswer[] = []
  let wake = () => {}
  let failed: unknown
  const fail = (reason: unknown) => {
    failed ??= reason
    wake()
  }
  worker.on('message', (answer: PosterAnswer) => {
    waiting.push(answer)
    wake()
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`the thread that draws posters ended with code ${code}`)))
  signal?.addEventListener('abort', () => fail(signal.reason), { once: true })
  return {
    async next() {
      for (;;) {
        const value = waiting.shift()
        if (value !== undefined) return { done: false, value }
        if (failed !== undefined) throw failed
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
