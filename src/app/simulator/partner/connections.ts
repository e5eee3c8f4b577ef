import type { Connection } from '#core/partners/server/public.ts'
import { CODES } from './fates.ts'

/** What the codes of the simulated partners mean. A transaction that the partner does not find may still arrive there: that is no failure. */
export const SIMULATED_CODES: Connection['codes'] = [
  { ...meaning(CODES.SUCCEEDED), verdict: 'SUCCEEDED' },
  { ...meaning(CODES.FAILED), verdict: 'FAILED' },
  { ...meaning(CODES.PENDING), verdict: 'PENDING' },
  { ...meaning(CODES.NOT_FOUND), verdict: 'UNKNOWN' },
  { ...meaning(CODES.NO_ACCOUNT), verdict: 'FAILED' },
  { ...meaning(CODES.NOT_READY), verdict: 'PENDING' },
  { ...meaning(CODES.OTHER_BODY), verdict: 'UNKNOWN' },
]

function meaning({ code, message }: { code: string; message: string }) {
  return { code, meaning: message }
}
