/** Draws notices in a thread of its own: gets all of one file, sends its bytes back, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Notice, type NoticeFile, NoticePages } from './notice-pages.ts'

const { file, notices } = workerData as { file: NoticeFile; notices: readonly Notice[] }
const pages = new NoticePages(file)
const chunks: Buffer[] = []
pages.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
pages.pdf.on('end', () => parentPort?.postMessage(new Uint8Array(Buffer.concat(chunks))))
for (const notice of notices) pages.add(notice)
pages.pdf.end()
