import { supportCode } from '#kernel/errors.ts'
import { ApiError } from '../../api/api-error.ts'

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * What a person reads to the support desk: of a fault of the server the code under which its log has it; of one of the browser a code that
 * the same fault has everywhere, and that its console shows beside the fault.
 */
export function faultCode(error: Error): string {
  if (error instanceof ApiError && error.traceId) return supportCode(error.traceId)
  let hash = FNV_OFFSET
  for (const letter of `${error.name} ${error.message} ${error.stack?.split('\n')[1] ?? ''}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), FNV_PRIME)
  return `W${(hash >>> 0).toString(16).padStart(7, '0').toUpperCase()}`
}
