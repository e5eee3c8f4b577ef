import type { z } from 'zod'
import { PendingBadge } from '#core/approvals/web/public.ts'
import type { PolicyStatus } from '#core/policy/contract/policies.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { words } from './words.ts'

interface Policy {
  status: z.output<typeof PolicyStatus>
  inForce: boolean
  effectiveFrom: string
  effectiveTo: string | null
}

/** Whether a revision is in force, and from when or until when: to the minute, days begin at midnight in Vietnam. */
export function InForce({ policy: { status, inForce, effectiveFrom, effectiveTo } }: { policy: Policy }) {
  const labels = useLabels(words)
  const from = `00:00 ${showDate(effectiveFrom)}`
  const end = effectiveTo === null ? undefined : `00:00 ${showDate(addDays(effectiveTo, 1))}`
  const agreed = status === 'APPROVED' || status === 'ENDED'
  // One that was ended before its first day never is.
  const never = effectiveTo !== null && effectiveTo < effectiveFrom
  const [tone, state, time] = inForce
    ? ['success', 'inForce', end && labels.text('until', { at: end })]
    : !agreed
      ? ['neutral', 'notAgreed', effectiveFrom < today() ? labels.text('tooLate', { at: from }) : labels.text('ifAgreed', { at: from })]
      : never
        ? ['neutral', 'neverInForce', undefined]
        : effectiveFrom > today()
          ? ['moving', 'notYetInForce', labels.text('since', { at: from })]
          : ['neutral', 'noLongerInForce', end && labels.text('since', { at: end })]
  return (
    <span>
      <span className={`bt-tag bt-tone-${tone}`}>{labels.text(state as 'inForce')}</span> {time ?? (inForce ? labels.text('since', { at: from }) : null)}
    </span>
  )
}

/** In a list: what waits for a decision says so instead. */
export function InForceOrPending({ policy }: { policy: Policy & { pendingRequestId: string | null } }) {
  return policy.pendingRequestId === null ? <InForce policy={policy} /> : <PendingBadge requestId={policy.pendingRequestId} />
}
