import { requestsOf } from '#core/approvals/contract/request.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { planMachine } from '#core/merchants/contract/machine.ts'
import { createPlan, findPlan, listPlans, proposeRevision } from '#core/merchants/contract/plans.ts'
import { PercentInput, PercentText, percentProblem } from '#core/policy/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, create, show } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import type { MerchantPaths } from './paths.ts'

type Plan = RowOf<typeof listPlans>

function Fees({ record }: { record: unknown }) {
  return (
    <>
      {record === undefined && (
        <>
          <Pair>
            <Field name="code" />
            <Field name="service" />
          </Pair>
          <Field name="name" />
        </>
      )}
      <Pair>
        <Field name="effectiveFrom" />
        <Field name="rateBps" check={percentProblem}>
          <PercentInput />
        </Field>
        <Field name="fixed" />
      </Pair>
      <Pair>
        <Field name="minimum" />
        <Field name="maximum" />
      </Pair>
      <Field name="reason" />
    </>
  )
}

const invalidates = [requestsOf, findPlan]
const FREE = { fixed: '0', minimum: '0' }
const numbers = ({ rateBps, fixed, minimum, maximum }: Plan) => ({
  rateBps: rateBps ?? undefined,
  fixed: fixed ?? '0',
  minimum: minimum ?? '0',
  maximum: maximum ?? undefined,
})

/** What merchants pay that have agreed on fees of their own: by day, revision after revision. */
export default (paths: MerchantPaths) => {
  const Drawer = lazyPart<DialogProps<Pick<Plan, 'id'>> & { paths: MerchantPaths }>(() => import('./plan-drawer.tsx'))
  const view = show<Pick<Plan, 'id'>>((props) => <Drawer {...props} paths={paths} />)
  return listScreen(listPlans, {
    filters: ['text', 'status'],
    columns: [
      { field: 'code', width: 140, fixed: 'start', opens: view },
      { field: 'name', width: 260 },
      {
        field: 'status',
        width: 180,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={planMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'rateBps', width: 110, render: ({ rateBps }) => (rateBps === null ? null : <PercentText value={rateBps} />) },
      'fixed',
      'minimum',
      'maximum',
      { field: 'nextFrom', width: 150 },
      { field: 'merchants', width: 110 },
      { field: 'service', width: 150 },
      'updatedAt',
      'updatedBy',
    ],
    nameOf: ({ code, name }) => `${code} ${name}`,
    actions: [
      create(createPlan, Fees, { size: 720, values: () => FREE, invalidates }),
      view,
      act(proposeRevision, {
        key: 'proposeRevision',
        ask: Fees,
        size: 720,
        values: numbers,
        when: ({ pendingRequestId }: Plan) => pendingRequestId === null,
        invalidates,
      }),
    ],
  })
}
