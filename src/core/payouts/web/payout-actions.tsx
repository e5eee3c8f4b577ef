import { requestsOf } from '#core/approvals/contract/request.ts'
import { createBatch } from '#core/disbursement/contract/batches.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { importLines } from '#core/payouts/contract/import.ts'
import {
  cancelPayout,
  checkPayout,
  closePayout,
  createPayout,
  findPayout,
  followUpPayout,
  type listPayouts,
  reopenPayout,
  settlePayout,
  submitPayout,
  updatePayout,
} from '#core/payouts/contract/lists.ts'
import { ACCOUNT_LINES, payoutTransfers } from '#core/payouts/contract/transfers.ts'
import { payoutVersions } from '#core/payouts/contract/versions.ts'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit, visit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { importAddress, type PayoutPaths, payoutAddress, updateAddress } from './paths.ts'
import { MonthInput, ProgrammeSelect } from './selects.tsx'
import { openTransfers, TransferFields } from './transfers.tsx'

type Row = Pick<RowOf<typeof listPayouts>, 'id' | 'code' | 'version' | 'status' | 'kind' | 'lineCount' | 'returned' | 'payUntil'>

const invalidates = [requestsOf, payoutVersions]
const isDraft = ({ status }: Row) => status === 'DRAFT'
const isRunning = ({ status }: Row) => status === 'APPROVED' || status === 'PAYING'

/** What the payer's letter says, typed by hand: it is held against the file. */
function ListFields({ record }: { record: unknown }) {
  return (
    <>
      {record === undefined && (
        <>
          <Field name="programmeId" chosen>
            <ProgrammeSelect />
          </Field>
          <Pair>
            <Field name="month">
              <MonthInput />
            </Field>
            <Field name="unitId" chosen>
              <UnitSelect />
            </Field>
          </Pair>
        </>
      )}
      <Pair>
        <Field name="payFrom" />
        <Field name="payUntil" />
      </Pair>
      <Pair>
        <Field name="controlCount" />
        <Field name="controlTotal" />
      </Pair>
      <Field name="note" />
    </>
  )
}

/** What may be done with a list, among the others and on its page. */
export function payoutActions(paths: PayoutPaths): readonly Action<Row>[] {
  return [
    visit<Row>(({ id }) => importAddress(paths, id), importLines.upload, { key: 'importLines', when: (row) => isDraft(row) && row.kind === 'REGULAR' }),
    edit(updatePayout, ListFields, { read: findPayout, when: isDraft }),
    act(checkPayout, { when: ({ lineCount }) => lineCount > 0 }),
    act(submitPayout, { ask: ['reason'], invalidates }),
    act(reopenPayout),
    visit<Row>(({ id }) => updateAddress(paths, id), payoutVersions, { key: 'updateList', when: isRunning }),
    act(createBatch, {
      key: 'transferLines',
      ask: TransferFields,
      toInput: (values, { id }: Row) => ({ ...values, sourceKind: ACCOUNT_LINES, sourceId: id }),
      when: isRunning,
      invalidates: [payoutTransfers],
      // What the banks say of each name, and who was left out, is seen there.
      onDone: (_, { record }) => openTransfers(record.code),
    }),
    act(closePayout, { danger: true, ask: ['reason'], invalidates }),
    act(settlePayout, { ask: ['reference'], invalidates }),
    act(followUpPayout, {
      key: 'followUp',
      ask: [['payFrom', 'payUntil'], 'note'],
      values: () => ({ payFrom: today(), payUntil: today() }),
      when: ({ status, returned }) => (status === 'CLOSED' || status === 'SETTLED') && returned !== '0.00',
      onDone: ({ id }) => openAddress(payoutAddress(paths, id)),
    }),
    act(cancelPayout, { danger: true, ask: ['reason'] }),
  ]
}

export const newPayout = (paths: PayoutPaths) =>
  create(createPayout, ListFields, { values: () => ({ payFrom: today() }), onDone: ({ id }) => openAddress(payoutAddress(paths, id)) })
