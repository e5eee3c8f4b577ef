import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { ListSelect } from '#core/masterdata/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { explainVariance, type findCount, VARIANCE_REASONS } from '../../contract/counts.ts'
import { CASH_READS } from './count-sheet.tsx'

function ExplainFields() {
  return (
    <>
      <Field name="reasonCode">
        <ListSelect list={VARIANCE_REASONS} />
      </Field>
      <Field name="note" />
    </>
  )
}

/** What may be done about a count. */
export const countActions: readonly Action<OutputOf<typeof findCount>>[] = [
  act(explainVariance, {
    ask: ExplainFields,
    when: ({ varianceStatus, blind }: OutputOf<typeof findCount>) => varianceStatus === 'OPEN' && !blind,
    invalidates: [auditOf, requestsOf, ...CASH_READS],
  }),
]
