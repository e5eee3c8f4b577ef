import { auditOf } from '#core/audit/contract/audit.ts'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action, BulkAction } from '#platform/web/kit/actions/action.ts'
import { act, bulk } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { assignIssuanceLine, assignIssuanceLines, type listIssuanceLines, recordAttempt } from '../../contract/issuances/lines.ts'
import { findIssuance, listIssuances } from '../../contract/issuances/lots.ts'
import { ATTEMPT_FILES, ATTEMPT_FILES_BYTES, ATTEMPT_FILES_TYPES } from '../../contract/issuances/words.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { words } from './words.ts'

type Line = RowOf<typeof listIssuanceLines>

const invalidates = [auditOf, listIssuances, findIssuance]

function CourierField() {
  return (
    <Field name="courierId" chosen>
      <CourierSelect />
    </Field>
  )
}

/** What came of a visit; a photo shows a refusal or a closed door. */
function VisitFields() {
  return (
    <>
      <Field name="result" />
      <Pair>
        <Field name="on" />
        <Field name="time" />
      </Pair>
      <Field name="note" />
      <Field name="attachments">
        <FileInput kind={ATTEMPT_FILES} types={ATTEMPT_FILES_TYPES} maxBytes={ATTEMPT_FILES_BYTES} />
      </Field>
    </>
  )
}

/** What may be done with a line, in the list and in its drawer. */
export const lineActions: readonly Action<Line>[] = [
  act(recordAttempt, { ask: VisitFields, values: () => ({ on: today() }), size: 640, invalidates, when: ({ courierCode }: Line) => courierCode !== null }),
  act(assignIssuanceLine, { ask: CourierField, invalidates }),
]

/** One postman for all that are ticked. */
function CourierChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const labels = useLabels(words)
  const name = labels.field('line', 'courierId')
  return (
    <>
      <p aria-hidden="true">{name}</p>
      <CourierSelect aria-label={name} value={value || undefined} onChange={(id) => onChange(typeof id === 'string' ? id : '')} />
    </>
  )
}

export const assignMany: BulkAction<Line> = bulk<typeof assignIssuanceLines, Line>(assignIssuanceLines, {
  key: 'assignMany',
  choose: CourierChoice,
  input: (courierId) => ({ courierId }),
  facts: ['payerName', 'amount', 'unitName'],
  invalidates,
})
