import type { OutputOf, RawInputOf, UploadContract } from '#kernel/contract.ts'
import { readEnvelope, send } from './http.ts'

/** Sends a file with the fields of its contract; rejects as `call` does. The signal ends it on both sides. */
export async function upload<C extends UploadContract>(
  contract: C,
  input: RawInputOf<C>,
  file: File,
  options: { signal?: AbortSignal; onSent?: (share: number) => void } = {},
): Promise<OutputOf<C>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) form.append(name, String(value))
  // The file goes last: the server has read the fields when it comes.
  form.append('file', file, file.name)
  return (await readEnvelope(await send(contract, {}, { ...options, form }))) as OutputOf<C>
}
