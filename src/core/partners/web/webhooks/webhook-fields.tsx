import { PartnerSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field } from '#platform/web/kit/form/field.tsx'
import { mayBeDemo } from '#platform/web/shell/frame/brand.tsx'
import type { findWebhook } from '../../contract/webhooks/endpoints.ts'
import { words } from '../words.ts'

/** What is kept of what happens while nothing is sent; null of an endpoint that sends. */
export const keptText = ({ status, collects }: Pick<OutputOf<typeof findWebhook>, 'status' | 'collects'>) => {
  if (status === 'NOT_STARTED') return 'keptSinceMade'
  if (status !== 'DISABLED') return null
  return collects ? 'keptWhileDisabled' : 'notKept'
}

/** Of a new endpoint and of one to which nothing is sent. */
export function WebhookFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="partnerId">
        <PartnerSelect />
      </Field>
      <Field name="label" />
      <Field name="url" help={labels.text(mayBeDemo() ? 'urlHintDemo' : 'urlHint')} />
      <Field name="events" />
    </>
  )
}

/** What goes out as soon as sending begins. */
export function Waiting({ record: { waiting, oldestWaitingAt, newestWaitingAt } }: { record: OutputOf<typeof findWebhook> }) {
  const labels = useLabels(words)
  if (oldestWaitingAt === null || newestWaitingAt === null) return <p>{labels.text('waitingNone')}</p>
  return (
    <p role="status">
      <strong>{labels.text('waitingWindow', { n: waiting, from: showTimestamp(oldestWaitingAt), to: showTimestamp(newestWaitingAt) })}</strong>
    </p>
  )
}
