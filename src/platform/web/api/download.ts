import type { Contract, DownloadContract, RawInputOf } from '#kernel/contract.ts'
import { NetworkError } from './api-error.ts'
import { readEnvelope, send } from './http.ts'

export interface DownloadProgress {
  received: number
  /** Bytes in all, where the server says so; a streamed export does not know. */
  total: number | undefined
}

export interface DownloadedFile {
  blob: Blob
  name: string
}

/** The server has taken the request and answers with words instead of a file: a job writes it. */
export interface Deferred {
  deferred: unknown
}

/** Fetches a blob (an export) with progress; the signal cancels it on both sides. */
export async function download<C extends Contract>(
  contract: C,
  input: RawInputOf<C>,
  options: { signal?: AbortSignal; onProgress?: (progress: DownloadProgress) => void } = {},
): Promise<DownloadedFile | Deferred> {
  const response = await send(contract, input as Record<string, unknown>, { signal: options.signal })
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  // An envelope where a file was expected: a refusal with HTTP 200, or a job.
  if (type.startsWith('application/json')) return { deferred: await readEnvelope(response) }
  const length = Number(response.headers.get('Content-Length'))
  const total = Number.isFinite(length) && length > 0 && !response.headers.get('Content-Encoding') ? length : undefined
  const parts: BlobPart[] = []
  let received = 0
  const reader = response.body?.getReader()
  try {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      parts.push(part.value)
      received += part.value.byteLength
      options.onProgress?.({ received, total })
    }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError(error)
  }
  return { blob: new Blob(parts, { type }), name: fileName(response.headers.get('Content-Disposition')) ?? 'download' }
}

/** A file that is there already: what a download contract answers with. */
export async function fetchFile<C extends DownloadContract>(contract: C, input: RawInputOf<C>, signal?: AbortSignal): Promise<DownloadedFile> {
  const file = await download(contract, input, signal ? { signal } : {})
  if ('deferred' in file) throw new Error(`${contract.path} answered with words`)
  return file
}

/** The name in a Content-Disposition header; the UTF-8 form goes first. */
export function fileName(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return header?.match(/filename="?([^";]+)"?/i)?.[1]
}

/** Hands a fetched file to the browser's own download. */
export function saveFile(file: DownloadedFile): void {
  const url = URL.createObjectURL(file.blob)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
