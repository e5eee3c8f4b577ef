import type { Tone } from '#kernel/machine.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import type { Verdict } from '../contract/answer.ts'

const TONES: Record<Verdict, Tone> = { SUCCEEDED: 'success', FAILED: 'failure', PENDING: 'moving', UNKNOWN: 'unknown' }

/** What an answer came to, in the colour of such an end; `otherwise` where there is none. */
export function VerdictTag({ value, otherwise }: { value: Verdict | null; otherwise: string }) {
  if (value === null) return <span className="bt-none">{otherwise}</span>
  return <StatusTag machine="partners.verdict" value={value} tone={TONES[value]} />
}

const CIRCUIT: Record<'CLOSED' | 'OPEN' | 'TRIAL', Tone> = { CLOSED: 'success', OPEN: 'failure', TRIAL: 'attention' }

export const CircuitTag = ({ value }: { value: keyof typeof CIRCUIT }) => <StatusTag machine="partners.circuit" value={value} tone={CIRCUIT[value]} />
