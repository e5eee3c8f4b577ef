import { Select } from 'antd'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { useNames, useShellText } from '#platform/web/i18n.ts'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import type { FilterInput, FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { partnerInput } from '../selects.tsx'

/** Which kind of our records: those that the desk shows. */
function PlugSelect({ plugs, value, onChange, ...rest }: FilterInputProps & { plugs: readonly string[] }) {
  const t = useShellText()
  const names = useNames('reconciliation.plug')
  return (
    <Select
      {...rest}
      className="bt-wide"
      placeholder={t('common.choose')}
      value={typeof value === 'string' ? value : undefined}
      options={plugs.map((plug) => ({ value: plug, label: names.enumValue('reconciliation.plug', plug) }))}
      onChange={(plug) => onChange?.(plug)}
    />
  )
}

function Fields({ plugs, Partner }: { plugs: readonly string[]; Partner: FilterInput }) {
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="name" />
      </Pair>
      <Pair>
        <Field name="plug" chosen>
          <PlugSelect plugs={plugs} />
        </Field>
        <Field name="partnerId" chosen>
          <Partner />
        </Field>
      </Pair>
    </>
  )
}

/** A rule that nobody has to think about: the reference is the same and so is the amount. */
const FIRST_RULE = { keys: ['REFERENCE'], cardinality: 'ONE_ONE', windowDays: 1, toleranceAmount: '0.00', tolerancePercent: '0' }

/** A new configuration: who and what first, the rest on its own page. */
export function newSetup(contracts: ReconciliationContracts, ruleName: () => string, onDone: (id: string) => void) {
  const Partner = partnerInput(contracts.setups.partners)
  return create(contracts.setups.create, () => <Fields plugs={contracts.plugs} Partner={Partner} />, {
    values: () => (contracts.plugs.length === 1 ? { plug: contracts.plugs[0] } : {}),
    toInput: (values) => ({ ...values, document: { rules: [{ name: ruleName(), ...FIRST_RULE }], fee: {} } }),
    onDone: ({ id }) => onDone(id),
  })
}
