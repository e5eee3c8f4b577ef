/** Draws posters in a thread of its own. Takes lists of them, answers the bytes of finished pages, and asks for more when a list is done. */
import { parentPort, workerData } from 'node:worker_threads'
import { PosterPages } from './poster-pages.ts'
import type { PosterAnswer, PosterFile, PosterSpec } from './poster-spec.ts'

const pages = new PosterPages(workerData as PosterFile)
const post = (message: PosterAnswer, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

pages.pdf.on('data', (chunk: Buffer) => post({ bytes: new Uint8Array(chunk) }))
pages.pdf.on('end', () => post('end'))
parentPort?.on('message', (specs: readonly PosterSpec[]) => {
  if (specs.length === 0) pages.end()
  else {
    for (const spec of specs) pages.add(spec)
    post('more')
  }
})
