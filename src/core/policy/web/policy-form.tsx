import { auditOf } from '#core/audit/contract/audit.ts'
import { FeeInput } from '#core/policy/contract/fees.ts'
import { createPolicy, findPolicy, updatePolicy } from '#core/policy/contract/policies.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { FormFieldList } from '#platform/web/kit/form/form-field-list.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { endPage } from '#platform/web/shell/tabs/end-page.ts'
import { FeeRows, feeShown, NEW_FEE } from './fees.tsx'
import type { PolicyPaths } from './policy-actions.ts'
import { ClosedRevision } from './revisions.tsx'
import { words } from './words.ts'

type Found = OutputOf<typeof findPolicy>

const FIELDS = [['code', 'service'], 'name', ['effectiveFrom', 'effectiveTo'], 'description'] as const
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
  const { tabId } = useScreen()
  let id = policy?.id
  return (
    <FormDrawer
      contract={policy ? updatePolicy : createPolicy}
      title={policy ? labels.text('edit', { code: `${policy.code}/${policy.revision}` }) : labels.text('create')}
      done={labels.text('saved')}
      invalidates={[auditOf]}
      entity="policy.policy"
      size={1240}
      initial={policy ? valuesOf(policy) : { fees: [NEW_FEE] }}
      {...(policy ? { record: { version: policy.version, valuesOf: (current) => valuesOf(current as Found), show: feeShown } } : {})}
      toInput={(values, version) => ({ ...(policy ? { id: policy.id, version } : {}), ...values })}
      onDone={(made) => {
        id = made.id
      }}
      onClose={() => endPage(tabId, id === undefined ? list : fill(detail, { id }))}
    >
      <FormFieldList fields={FIELDS} record={policy} />
      <FeeRows />
    </FormDrawer>
  )
}

function DraftForm({ id, paths }: { id: string; paths: PolicyPaths }) {
  const query = useFormData(findPolicy, { id })
  if (!query.data) return <Waiting query={query} />
  return query.data.status === 'DRAFT' ? <PolicyForm policy={query.data} paths={paths} /> : <ClosedRevision policy={query.data} detail={paths.detail} />
}

function PolicyFormScreen({ paths }: Props) {
  const { id } = useScreen().params
  return id === undefined ? <PolicyForm paths={paths} /> : <DraftForm id={id} paths={paths} />
}

export default (paths: PolicyPaths) => () => <PolicyFormScreen paths={paths} />
