import { Alert, Form, Select } from 'antd'
import { BankSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import type { findKeyAccount } from '../../contract/key-accounts/key-accounts.ts'
import { words } from './words.ts'

type Detail = OutputOf<typeof findKeyAccount>

function Terms() {
  return (
    <>
      <Pair>
        <Field name="name" />
        <Field name="shortName" />
      </Pair>
      <Pair>
        <Field name="legalName" />
        <Field name="taxCode" />
      </Pair>
      <Pair>
        <Field name="representative" />
        <Field name="contactName" />
      </Pair>
      <Field name="address" />
      <Pair>
        <Field name="phone" />
        <Field name="email" />
      </Pair>
      <Pair>
        <Field name="advanceLimit" />
        <Field name="deposit" />
      </Pair>
    </>
  )
}

function Account() {
  return (
    <>
      <Pair>
        <Field name="bankBin" chosen>
          <BankSelect />
        </Field>
        <Field name="accountNumber" />
      </Pair>
      <Field name="accountName" />
    </>
  )
}

/** A key account from nothing, or as long as it is a draft. */
export function DraftFields({ record }: { record: unknown }) {
  return (
    <>
      {record === undefined && <Field name="code" />}
      <Field name="unitId" chosen>
        <UnitSelect />
      </Field>
      <Terms />
      <Account />
    </>
  )
}

export function TermFields() {
  const labels = useLabels(words)
  return (
    <>
      <Alert type="info" showIcon title={labels.text('termsNote')} style={{ marginBlockEnd: 12 }} />
      <Terms />
      <Field name="reason" />
    </>
  )
}

export function BankFields() {
  const labels = useLabels(words)
  return (
    <>
      <Alert type="info" showIcon title={labels.text('bankNote')} style={{ marginBlockEnd: 12 }} />
      <Account />
      <Field name="reason" />
    </>
  )
}

/** What a cycle needs beside its name. */
function CycleFacts() {
  const cycle = Form.useWatch<string | undefined>('cycle')
  if (cycle === 'WEEKDAYS') return <Field name="weekdays" needed />
  if (cycle === 'T_PLUS_N') return <Field name="cycleDays" needed />
  return cycle === 'MONTHLY' ? <Field name="monthDay" needed /> : null
}

export function ContractFields() {
  const labels = useLabels(words)
  return (
    <>
      <Pair>
        <Field name="number" />
        <Field name="taxRate" />
      </Pair>
      <Pair>
        <Field name="validFrom" />
        <Field name="validTo" />
      </Pair>
      <Pair>
        <Field name="cycle" />
        <CycleFacts />
      </Pair>
      <Pair>
        <Field name="dateBasis" />
        <Field name="postagePayer" />
      </Pair>
      <Field name="netPostage" />
      <p className="bt-none">{labels.text('feesNote')}</p>
      <RowTable
        name="fees"
        title={labels.text('groupFees')}
        entity="cob.key-accounts.fee"
        columns={[
          { field: 'fromUnitId', input: <UnitSelect placeholder={labels.text('any')} /> },
          { field: 'toUnitId', input: <UnitSelect placeholder={labels.text('any')} /> },
          ...['amountFrom', 'amountTo', 'fixed', 'rate', 'minimum', 'maximum'],
        ]}
        start={() => NEW_STEP}
      />
      <Field name="reason" />
    </>
  )
}
const NEW_STEP = { amountFrom: '0', fixed: '0', rate: '0', minimum: '0' }

/** Ends one of its contracts earlier. */
export function ContractEndFields({ record: { contracts } }: { record: Pick<Detail, 'contracts'> }) {
  const labels = useLabels(words)
  return (
    <>
      <Field name="contractId" chosen>
        <Select
          className="bt-wide"
          options={contracts.map(({ id, number, validFrom, validTo }) => ({
            value: id,
            label: `${number} (${showDate(validFrom)} – ${validTo === null ? labels.text('noEnd') : showDate(validTo)})`,
          }))}
        />
      </Field>
      <Field name="validTo" />
      <Field name="reason" />
    </>
  )
}
