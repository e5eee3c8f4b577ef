import { Worker } from 'node:worker_threads'
import type { Language } from '#kernel/language.ts'
import type { ReportDocument } from '#kernel/report.ts'
import { createSlots } from '../http/slots.ts'
import { reportTexts } from './texts.ts'

export const PDF_TYPE = 'application/pdf'

/** What the worker is given. */
export interface PdfJob {
  document: ReportDocument
  texts: { number: string; page: string }
}

/** One at a time in a process: making one takes a whole core. */
const slots = createSlots(1)
const TIMEOUT_MS = 120_000
const MEMORY_MB = 768

/** A report's document as a PDF, made in a thread of its own, so that no other request waits. `signal` ends it. Rejects when it takes too long. */
export async function reportPdf(document: ReportDocument, language: Language, signal?: AbortSignal): Promise<Buffer> {
  const release = await slots.take('', signal)
  try {
    return await inWorker({ document, texts: { number: reportTexts[language].number, page: reportTexts[language].page } }, signal)
  } finally {
    release()
  }
}

function inWorker(job: PdfJob, signal: AbortSignal | undefined): Promise<Buffer> {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const stop = signal ? AbortSignal.any([signal, limit]) : limit
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    const end = () => {
      reject(stop.reason)
      void worker.terminate()
    }
    stop.addEventListener('abort', end, { once: true })
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
    worker.once('error', reject)
    worker.once('exit', (code) => {
      stop.removeEventListener('abort', end)
      reject(new Error(`the PDF's worker ended with code ${code}`))
    })
  })
}
