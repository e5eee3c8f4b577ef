import { RecordHistory } from '#core/audit/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { findCourier } from '../../contract/couriers.ts'
import { words } from './words.ts'

/** A postman with what he holds and what has been changed of him. */
export function CourierDrawer({ row: { id, name }, onClose }: DialogProps<{ id: string; name: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(findCourier, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('courierTitle', { name })} size={640} onClose={onClose}>
      {(courier) => (
        <>
          <FieldList
            schema={findCourier.output}
            value={courier}
            entity="cob.couriers.courier"
            fields={[
              'code',
              'status',
              ...(courier.stepNote === '' ? [] : (['stepNote'] as const)),
              'unitName',
              'route',
              'phone',
              'staffName',
              'held',
              'ceiling',
              'ceilingState',
              'ceilingPolicy',
              'accountCode',
              'createdAt',
              'updatedBy',
              'updatedAt',
            ]}
          />
          <RecordHistory subjectType="cob.courier" subjectId={id} />
        </>
      )}
    </RecordDrawer>
  )
}
