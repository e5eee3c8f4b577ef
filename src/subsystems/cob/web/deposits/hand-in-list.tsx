import { Form, Select } from 'antd'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { act, create, visit } from '#platform/web/kit/actions/actions.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { depositRoutes } from '../../contract/deposit-paths.ts'
import { acceptHandIn, cancelHandIn, countHandIn, courierOwes, declareHandIn, listHandIns } from '../../contract/deposits.ts'
import { getCodTransaction } from '../../contract/transactions.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { handInDepositCode } from './deposit-code.tsx'
import { oneTimeCode, waitsForCount } from './one-time-code.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listHandIns>

/** How people part codes that they paste. */
const SEPARATORS = [',', ';', '\t', '\n', ' ']

/** The codes of items, scanned or pasted. */
export function ItemCodes() {
  const labels = useLabels(words)
  return (
    <Field name="items" help={labels.text('itemsHint')}>
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={SEPARATORS} />
    </Field>
  )
}

/** What the chosen postman has to hand in, so that nobody reckons it up. */
function Owes() {
  const labels = useLabels(words)
  const language = useLanguage()
  const courierId = Form.useWatch<string | undefined>('courierId')
  const { data } = useContractQuery(courierOwes, { courierId: courierId ?? '' }, { enabled: courierId !== undefined, quiet: true })
  if (!data || courierId === undefined) return null
  const { total, items } = data
  return <p className="bt-num">{labels.text('owes', { amount: showMoney(total, language, 0), n: items.length })}</p>
}

/** Who accepts sees what it is about. */
function Difference({ record }: { record: Row }) {
  return (
    <>
      <FieldList schema={listHandIns.row} value={record} entity="cob.deposits.handIn" fields={['declaredAmount', 'countedAmount', 'difference']} />
      <Field name="reason" />
    </>
  )
}

function Declaration() {
  return (
    <>
      <Field name="courierId">
        <CourierSelect />
      </Field>
      <Owes />
      <ItemCodes />
      <Field name="amount" />
      <Field name="note" />
    </>
  )
}

/** Cash that postmen bring: declared, counted without seeing the declaration, booked. */
export default listScreen(listHandIns, {
  filters: ['text', 'status', { field: 'unitId', input: UnitSelect }, { range: ['from', 'to'], label: 'declaredAt', days: 7 }],
  columns: [
    { field: 'code', fixed: 'start' },
    { field: 'courierName', width: 168 },
    { field: 'status', width: 128 },
    // What was booked may have been cancelled since: seen without scrolling.
    { field: 'transactionStatus', width: 136 },
    'declaredAmount',
    'countedAmount',
    'difference',
    'itemCount',
    'counts',
    'unitName',
    'tillCode',
    'declaredBy',
    'declaredAt',
    'countedAt',
    { field: 'note', hidden: true },
    { field: 'tellsCode', hidden: true },
    { field: 'courierCode', hidden: true },
    { field: 'transactionId', hidden: true },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  actions: [
    create(declareHandIn, Declaration, { values: () => ({ items: [] }), onDone: ({ id }, { open }) => open(oneTimeCode, { id }) }),
    oneTimeCode,
    handInDepositCode,
    // Who knows the code is who declared it, or its postman: the server lets neither count it.
    act(countHandIn, { key: 'count', ask: ['oneTimeCode', 'amount'], when: ({ status, tellsCode }: Row) => waitsForCount(status) && !tellsCode }),
    act(acceptHandIn, { key: 'accept', ask: Difference }),
    act(cancelHandIn, { key: 'cancel', danger: true, ask: ['reason'] }),
    visit((row: Row) => depositRoutes.CASH.replace('{id}', row.transactionId ?? ''), getCodTransaction, {
      key: 'transaction',
      when: ({ transactionId }) => transactionId !== null,
    }),
  ],
})
