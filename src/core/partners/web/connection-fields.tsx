import { Input } from 'antd'
import { PartnerSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { words } from './words.ts'

/** What a new connection starts with. */
export const USUAL = { operations: ['INQUIRE'], tryTimeoutMs: 5000, deadlineMs: 12_000, tries: 3, failuresToOpen: 5, openSeconds: 30, maxAnswerKb: 64 }

/** Of a new connection and of one that is off. The key is written, never read. */
export function ConnectionFields({ record }: { record?: { keyMark: string } | undefined }) {
  const labels = useLabels(words)
  return (
    <>
      <Field name="partnerId">
        <PartnerSelect />
      </Field>
      <Field name="baseUrl" />
      <Pair>
        <Field name="clientId" />
        <Field name="secret" help={labels.text(record ? 'keyKept' : 'keyHint')}>
          <Input.Password autoComplete="new-password" spellCheck={false} />
        </Field>
      </Pair>
      <Field name="operations" />
      <Pair>
        <Field name="tryTimeoutMs" />
        <Field name="deadlineMs" />
      </Pair>
      <Pair>
        <Field name="tries" />
        <Field name="maxAnswerKb" />
      </Pair>
      <Pair>
        <Field name="failuresToOpen" />
        <Field name="openSeconds" />
      </Pair>
    </>
  )
}
