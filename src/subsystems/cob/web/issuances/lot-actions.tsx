import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit, visit } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { listIssuanceLines } from '../../contract/issuances/lines.ts'
import {
  cancelIssuance,
  closeIssuance,
  createIssuance,
  findIssuance,
  importIssuanceLines,
  type listIssuances,
  submitIssuance,
  updateIssuance,
} from '../../contract/issuances/lots.ts'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { issuancePath } from '../paths.ts'
import { importAddress } from './paths.ts'

type Row = Pick<RowOf<typeof listIssuances>, 'id' | 'code' | 'version' | 'status' | 'lineCount' | 'openLines' | 'collectedLines'>

const invalidates = [requestsOf, auditOf, listIssuanceLines]
const isDraft = ({ status }: Row) => status === 'DRAFT'

function LotFields({ record }: { record: unknown }) {
  return (
    <>
      {record === undefined && (
        <>
          <Field name="keyAccountId" chosen>
            <KeyAccountSelect />
          </Field>
          <Field name="unitId" chosen>
            <UnitSelect />
          </Field>
        </>
      )}
      <Field name="name" />
      <Field name="note" />
    </>
  )
}

/** What may be done with a lot, among the others and on its page. */
export const lotActions: readonly Action<Row>[] = [
  visit<Row>(({ id }) => importAddress(id), importIssuanceLines.upload, { key: 'importLines', when: isDraft }),
  act(submitIssuance, { ask: ['reason'], invalidates, when: ({ lineCount }: Row) => lineCount > 0 }),
  edit(updateIssuance, LotFields, { read: findIssuance, when: isDraft }),
  act(closeIssuance, { ask: ['reason'], invalidates, when: ({ openLines }: Row) => openLines === 0 }),
  act(cancelIssuance, { danger: true, ask: ['reason'], invalidates, when: ({ collectedLines }: Row) => collectedLines === 0 }),
]

export const newLot: Action<unknown> = create(createIssuance, LotFields, { onDone: ({ id }) => openAddress(issuancePath(id)) })
