import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { UserSelect } from '#core/iam/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action, BulkAction } from '#platform/web/kit/actions/action.ts'
import { act, bulk } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { addEvidence, assignCase, findCase, inquireCase, inquireCases, type listCases, proposeVerdict, settleConflict, takeCases } from '../contract/cases.ts'
import { OUTCOME_FILES, OUTCOME_FILES_BYTES, OUTCOME_FILES_TYPES } from '../contract/files.ts'

export type CaseRow = Pick<RowOf<typeof listCases>, 'id' | 'version' | 'code' | 'status' | 'suggested' | 'conflict' | 'pendingRequestId' | 'nextInquiry'>

const invalidates = [requestsOf, findCase, auditOf]
const isOpen = ({ status }: CaseRow) => status !== 'DECIDED'
const isAsked = ({ status, nextInquiry }: CaseRow) => status !== 'DECIDED' && nextInquiry !== 'NO_CONNECTION'

function EvidenceFields() {
  return (
    <>
      <Pair>
        <Field name="kind" />
        <Field name="finding" />
        <Field name="on" />
        <Field name="reference" />
        <Field name="statementAmount" />
      </Pair>
      <Field name="message" />
      <Field name="attachments">
        <FileInput kind={OUTCOME_FILES} types={OUTCOME_FILES_TYPES} maxBytes={OUTCOME_FILES_BYTES} />
      </Field>
    </>
  )
}

function Assignee() {
  return (
    <Field name="userId" needed chosen>
      <UserSelect />
    </Field>
  )
}

/** What is done with one case, on the list and in its drawer. */
export const caseActions: readonly Action<CaseRow>[] = [
  act(proposeVerdict, {
    ask: ['verdict', 'note'],
    when: ({ pendingRequestId }: CaseRow) => pendingRequestId === null,
    values: ({ suggested }: CaseRow) => (suggested === null ? {} : { verdict: suggested }),
    invalidates,
  }),
  act(inquireCase, { when: isAsked, icon: <ReloadOutlined />, invalidates }),
  act(addEvidence, {
    ask: EvidenceFields,
    size: 640,
    values: () => ({ on: today() }),
    invalidates,
  }),
  act(assignCase, { ask: Assignee, when: isOpen, invalidates }),
  act(settleConflict, {
    key: 'settleConflict',
    ask: ['decision', 'note'],
    when: ({ conflict, pendingRequestId }: CaseRow) => conflict && pendingRequestId === null,
    invalidates,
  }),
]

export const bulkActions: readonly BulkAction<CaseRow>[] = [
  bulk(inquireCases, { key: 'inquireAll', when: isAsked, invalidates }),
  bulk(takeCases, { when: isOpen, invalidates }),
]
