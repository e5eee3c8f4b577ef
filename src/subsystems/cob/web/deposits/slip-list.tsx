import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { enterSlip, listSlips, SLIP_FILE_BYTES, SLIP_FILE_TYPES, SLIP_FILES } from '../../contract/tktt.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { paths } from '../paths.ts'
import { ItemCodes } from './hand-in-list.tsx'

function NewSlip() {
  const t = useShellText()
  return (
    <>
      <Field name="courierId">
        <CourierSelect placeholder={t('common.choose')} />
      </Field>
      <Pair>
        <Field name="bankId">
          <PartnerSelect placeholder={t('common.choose')} />
        </Field>
        <Field name="bankReference" />
      </Pair>
      <Pair>
        <Field name="amount" />
        <Field name="paidOn" />
      </Pair>
      <ItemCodes />
      <Field name="note" />
      <Field name="attachments">
        <FileInput kind={SLIP_FILES} types={SLIP_FILE_TYPES} maxBytes={SLIP_FILE_BYTES} />
      </Field>
    </>
  )
}

/** Cash that postmen have paid into settlement accounts, and what the banks say of it. */
export default listScreen(listSlips, {
  filters: [
    'text',
    'status',
    { field: 'bankId', input: PartnerSelect },
    { field: 'unitId', input: UnitSelect },
    { range: ['from', 'to'], label: 'paidOn', days: 30 },
  ],
  detailPath: ({ id }) => `${paths.tkttSlip}?${new URLSearchParams({ id })}`,
  columns: [
    { field: 'code', fixed: 'start' },
    { field: 'courierName', width: 168 },
    'amount',
    'bankAmount',
    'difference',
    'status',
    'bankName',
    'bankReference',
    'paidOn',
    'itemCount',
    'unitName',
    'enteredBy',
    'enteredAt',
    { field: 'courierCode', hidden: true },
    { field: 'transactionId', hidden: true },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  actions: [create(enterSlip, NewSlip, { values: () => ({ items: [] }) })],
})
