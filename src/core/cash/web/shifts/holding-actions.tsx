import { auditOf } from '#core/audit/contract/audit.ts'
import { changeHoldingStatus, createHolding, type listHoldings, setSingleHanded, updateHolding } from '#core/cash/contract/holdings.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { StaffSelect } from '../staff-select.tsx'

type Holding = Omit<RowOf<typeof listHoldings>, 'balance' | 'fill'>

function Terms() {
  return (
    <>
      <Field name="name" />
      <Field name="staffId">
        <StaffSelect />
      </Field>
      <Pair>
        <Field name="ceiling" />
        <Field name="floor" />
      </Pair>
      <Field name="ceilingPolicy" />
    </>
  )
}

function NewHolding() {
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="kind" />
      </Pair>
      <Field name="unitId">
        <UnitSelect />
      </Field>
      <Terms />
    </>
  )
}

const START = { kind: 'TILL', floor: '0', ceilingPolicy: 'WARN' }
const invalidates = [auditOf]
const isOpenVault = ({ kind, status }: Holding) => kind === 'VAULT' && status !== 'CLOSED'

export const newHolding = create(createHolding, NewHolding, { values: () => START })

/** What may be done with a holding, in the list and on its page. */
export const holdingActions: readonly Action<Holding>[] = [
  edit(updateHolding, Terms, { when: ({ status }: Holding) => status !== 'CLOSED' }),
  act(changeHoldingStatus, { event: 'lock', danger: true, ask: ['reason'], invalidates }),
  act(changeHoldingStatus, { event: 'unlock', invalidates }),
  act(changeHoldingStatus, { event: 'close', danger: true, ask: ['reason'], invalidates }),
  act(setSingleHanded, { key: 'single', when: (row: Holding) => isOpenVault(row) && !row.singleHanded, toInput: () => ({ singleHanded: true }), invalidates }),
  act(setSingleHanded, { key: 'several', when: (row: Holding) => isOpenVault(row) && row.singleHanded, toInput: () => ({ singleHanded: false }), invalidates }),
]
