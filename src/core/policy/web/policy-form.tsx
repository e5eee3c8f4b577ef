import { auditOf } from '#core/audit/contract/audit.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { FeeInput, policyPartners } from '#core/policy/contract/fees.ts'
import { createPolicy, findPolicy, updatePolicy } from '#core/policy/contract/policies.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { FormFieldList } from '#platform/web/kit/form/form-field-list.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import { RowTable } from '#platform/web/kit/form/row-table.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { PercentInput, percentProblem } from './percent.tsx'
import type { PolicyPaths } from './policy-paths.ts'
import { words } from './words.ts'

type Found = OutputOf<typeof findPolicy>

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

const FIELDS = [['code', 'service'], 'name', ['effectiveFrom', 'effectiveTo'], 'description'] as const
const START = { amountFrom: '0', rateBps: 0, fixed: '0', minimum: '0' }

/** The fee rows of a policy; what two rows contradict each other in is said at the row. */
function FeeRows() {
  const labels = useLabels(words)
  const unlimited = <MoneyInput placeholder={labels.text('unlimited')} />
  return (
    <RowTable
      name="fees"
      title={labels.text('feeRows')}
      entity="policy.fee"
      start={() => START}
      columns={[
        'amountFrom',
        { field: 'amountTo', input: unlimited },
        { field: 'rateBps', input: <PercentInput />, check: percentProblem },
        'fixed',
        'minimum',
        { field: 'maximum', input: unlimited },
        { field: 'partnerId', input: <PartnerSelect /> },
        { field: 'unitId', input: <UnitSelect /> },
      ]}
    />
  )
}

/** What the form asks for, of a policy that is there; nobody and nowhere in particular is empty. */
function valuesOf({ name, description, effectiveFrom, effectiveTo, fees }: Found) {
  const row = (fee: Found['fees'][number]) =>
    Object.fromEntries(Object.keys(FeeInput.shape).map((field) => [field, fee[field as keyof typeof fee] ?? undefined]))
  return { name, description, effectiveFrom, effectiveTo: effectiveTo ?? undefined, fees: fees.map(row) }
}

interface Props {
  /** A draft that is changed; a new policy without. */
  policy?: Found
  paths: PolicyPaths
}

/** The form of a policy, on an address of its own; it ends on the policy, or where it came from. */
function PolicyForm({ policy, paths: { list, detail } }: Props) {
  const labels = useLabels(words)
  let id = policy?.id
  return (
    <FormDrawer
      contract={policy ? updatePolicy : createPolicy}
      title={policy ? labels.text('edit', { code: `${policy.code}/${policy.revision}` }) : labels.text('create')}
      done={labels.text('saved')}
      invalidates={[auditOf]}
      entity="policy.policy"
      size={1240}
      initial={policy ? valuesOf(policy) : { fees: [START] }}
      {...(policy ? { record: { version: policy.version, valuesOf: (current) => valuesOf(current as Found) } } : {})}
      toInput={(values, version) => ({ ...(policy ? { id: policy.id, version } : {}), ...values })}
      onDone={(made) => {
        id = made.id
      }}
      onClose={() => openAddress(id === undefined ? list : fill(detail, { id }))}
    >
      <FormFieldList fields={FIELDS} record={policy} />
      <FeeRows />
    </FormDrawer>
  )
}

function DraftForm({ id, paths }: { id: string; paths: PolicyPaths }) {
  const query = useFormData(findPolicy, { id })
  return query.data ? <PolicyForm policy={query.data} paths={paths} /> : <Waiting query={query} />
}

function PolicyFormScreen({ paths }: Props) {
  const { id } = useScreen().params
  return id === undefined ? <PolicyForm paths={paths} /> : <DraftForm id={id} paths={paths} />
}

export default (paths: PolicyPaths) => () => <PolicyFormScreen paths={paths} />
