import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button, Form } from 'antd'
import { auditOf } from '#core/audit/contract/audit.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { createPolicy, findPolicy, MAX_FEES, policyPartners, updatePolicy } from '#core/policy/contract/policy.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { PercentInput, percentRule } from './percent.tsx'
import '#platform/web/kit/detail/browse.css'
import './policy.css'
import { words } from './words.ts'

type Found = OutputOf<typeof findPolicy>
type Values = Record<string, unknown>

const WIDTH = 1240

function PartnerSelect(props: FilterInputProps) {
  const labels = useLabels(words)
  return (
    <RemoteSelect
      {...props}
      contract={policyPartners}
      search={(text) => ({ text })}
      find={(id) => ({ id })}
      option={({ id, name, code }) => ({ value: id, label: name, hint: code })}
      placeholder={labels.text('anyone')}
    />
  )
}

const COLUMNS = ['amountFrom', 'amountTo', 'rateBps', 'fixed', 'minimum', 'maximum', 'partnerId', 'unitId'] as const

function FeeInput({ field, ...props }: { field: (typeof COLUMNS)[number]; 'aria-label': string } & FilterInputProps) {
  const labels = useLabels(words)
  switch (field) {
    case 'partnerId':
      return <PartnerSelect {...props} />
    case 'unitId':
      return <UnitSelect {...props} />
    case 'rateBps':
      return <PercentInput {...(props as object)} />
    default:
      return <MoneyInput {...(props as object)} {...(field === 'amountTo' || field === 'maximum' ? { placeholder: labels.text('unlimited') } : {})} />
  }
}

/** The fee rows of a policy; what two rows contradict each other in is said at the row. */
function FeeRows() {
  const labels = useLabels(words)
  return (
    <Form.List name="fees">
      {(fields, { add, remove }) => (
        <section className="bt-rows" aria-label={labels.text('feeRows')}>
          <header>
            <h3>{labels.text('feeRows')}</h3>
            <Button icon={<PlusOutlined />} disabled={fields.length >= MAX_FEES} onClick={() => add({ ...EMPTY })}>
              {labels.text('addRow')}
            </Button>
          </header>
          <table className="bt-plain-table policy-fees">
            <thead>
              <tr>
                <th scope="col">#</th>
                {COLUMNS.map((name) => (
                  <th key={name} scope="col">
                    {labels.field('fee', name)}
                  </th>
                ))}
                <th aria-label={labels.action('remove')} />
              </tr>
            </thead>
            <tbody>
              {fields.map((field, at) => (
                <tr key={field.key}>
                  <td className="bt-num">{at + 1}</td>
                  {COLUMNS.map((name) => (
                    <td key={name}>
                      <Form.Item name={[field.name, name]} rules={name === 'rateBps' ? [percentRule] : []}>
                        <FeeInput field={name} aria-label={`${labels.field('fee', name)} ${at + 1}`} />
                      </Form.Item>
                    </td>
                  ))}
                  <td>
                    <Button
                      type="text"
                      size="small"
                      danger
                      icon={<DeleteOutlined />}
                      disabled={fields.length === 1}
                      aria-label={labels.text('removeRow', { row: at + 1 })}
                      onClick={() => remove(field.name)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Form.List>
  )
}

const EMPTY = { amountFrom: '0', rateBps: 0, fixed: '0', minimum: '0' }

function feesOf(values: unknown): unknown[] {
  return ((values ?? []) as Values[]).map((fee) => ({
    ...Object.fromEntries(
      Object.entries(fee).filter(([name, value]) => (COLUMNS as readonly string[]).includes(name) && value !== undefined && value !== null && value !== ''),
    ),
  }))
}

function Fields() {
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="service" />
      </Pair>
      <Field name="name" />
      <Pair>
        <Field name="effectiveFrom" />
        <Field name="effectiveTo" />
      </Pair>
      <Field name="description" />
      <FeeRows />
    </>
  )
}

export function PolicyCreate({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={createPolicy}
      title={labels.text('create')}
      done={labels.text('saved')}
      invalidates={[auditOf]}
      entity="policy.policy"
      size={WIDTH}
      initial={{ fees: [{ ...EMPTY }] }}
      toInput={({ fees, ...values }) => ({ ...values, fees: feesOf(fees) })}
      onDone={({ id }) => onDone(id)}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  )
}

export function PolicyEdit({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useFormData(findPolicy, { id })
  return query.data ? <EditForm policy={query.data} onClose={onClose} /> : <Waiting query={query} />
}

function EditForm({ policy, onClose }: { policy: Found; onClose: () => void }) {
  const labels = useLabels(words)
  const { id, version, code, revision, name, description, effectiveFrom, effectiveTo, fees } = policy
  return (
    <FormDrawer
      contract={updatePolicy}
      title={labels.text('edit', { code: `${code}/${revision}` })}
      done={labels.text('saved')}
      invalidates={[auditOf]}
      entity="policy.policy"
      size={WIDTH}
      initial={{
        name,
        description,
        effectiveFrom,
        effectiveTo: effectiveTo ?? undefined,
        fees: fees.map((fee) => ({
          ...fee,
          partnerId: fee.partnerId ?? undefined,
          unitId: fee.unitId ?? undefined,
          amountTo: fee.amountTo ?? undefined,
          maximum: fee.maximum ?? undefined,
        })),
      }}
      toInput={({ fees: rows, ...values }) => ({ id, version, ...values, fees: feesOf(rows) })}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  )
}
