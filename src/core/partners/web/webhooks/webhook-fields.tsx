import { PartnerSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field } from '#platform/web/kit/form/field.tsx'
import type { findWebhook } from '../../contract/webhooks/endpoints.ts'
import { words } from '../words.ts'

/** Of a new endpoint and of one to which nothing is sent. */
export function WebhookFields() {
  return (
    <>
      <Field name="partnerId">
        <PartnerSelect />
      </Field>
      <Field name="label" />
      <Field name="url" />
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
