import { auditOf } from '#core/audit/contract/audit.ts'
import { cancelCount, myCount, startCount } from '#core/cash/contract/counts.ts'
import { changeHoldingStatus, createHolding, findHolding, listHoldings, setSingleHanded, updateHolding } from '#core/cash/contract/holdings.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { StaffSelect } from '../staff-select.tsx'
import type { CashPaths } from './paths.ts'

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

function SpotFields() {
  return (
    <Field name="witnessId">
      <StaffSelect />
    </Field>
  )
}

const isIdle = ({ status, tellerName }: Holding) => status !== 'CLOSED' && tellerName === null

/** What may be done with a holding, in the list and on its page. */
export function holdingActions({ counting }: Pick<CashPaths, 'counting'>): readonly Action<Holding>[] {
  const begun = { invalidates: [auditOf, myCount, findHolding, listHoldings], onDone: () => openAddress(counting) }
  return [
    act(startCount, { key: 'day', when: isIdle, toInput: (_: object, { id }: Holding) => ({ holdingId: id, reason: 'DAY' }), ...begun }),
    act(startCount, {
      key: 'spot',
      ask: SpotFields,
      when: ({ status }: Holding) => status !== 'CLOSED',
      toInput: (values: object, { id }: Holding) => ({ ...values, holdingId: id, reason: 'SPOT' }),
      ...begun,
    }),
    act(cancelCount, {
      key: 'cancelCount',
      danger: true,
      ask: ['reason'],
      when: ({ counting: who }: Holding) => who !== null,
      toInput: (values: object, { id }: Holding) => ({ ...values, holdingId: id }),
      invalidates: [auditOf, findHolding, listHoldings],
    }),
    edit(updateHolding, Terms, { when: ({ status }: Holding) => status !== 'CLOSED' }),
    act(changeHoldingStatus, { event: 'lock', danger: true, ask: ['reason'], invalidates }),
    act(changeHoldingStatus, { event: 'unlock', invalidates }),
    act(changeHoldingStatus, { event: 'close', danger: true, ask: ['reason'], invalidates }),
    act(setSingleHanded, {
      key: 'single',
      when: (row: Holding) => isOpenVault(row) && !row.singleHanded,
      toInput: () => ({ singleHanded: true }),
      invalidates,
    }),
    act(setSingleHanded, {
      key: 'several',
      when: (row: Holding) => isOpenVault(row) && row.singleHanded,
      toInput: () => ({ singleHanded: false }),
      invalidates,
    }),
  ]
}
