import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import { AutoComplete } from 'antd'
import { insertMenuRule, type listMenuRules, type MenuRule, removeMenuRule, updateMenuRule } from '#core/iam/contract/access/menu-rules.ts'
import { UnitTreeSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act, edit, remove } from '#platform/web/kit/actions/actions.tsx'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { StatusSwitch } from '#platform/web/kit/form/status-switch.tsx'
import { RoleMultiSelect } from '../inputs.tsx'
import { words } from '../words.ts'

/** The gated screens that a rule may be about. */
interface OfScreens {
  screens: OutputOf<typeof listMenuRules>['screens']
}

/** Where a rule is added: a gated screen, or all of an application. */
interface Place extends OfScreens {
  application: string
  path: string | null
  title: string
}

function RuleFields({ record: { screens } }: { record: OfScreens }) {
  const labels = useLabels(words)
  const clearable = useClearable()
  return (
    <>
      <Field name="name" />
      <Field name="path">
        <AutoComplete
          allowClear={clearable}
          placeholder={labels.text('allGated')}
          options={screens.map(({ path, title }) => ({ value: path, label: title }))}
          optionRender={({ data: { label, value } }) => (
            <span className="bt-option">
              <span>{label}</span>
              <small>{value}</small>
            </span>
          )}
        />
      </Field>
      <p>{labels.text('conditionsText')}</p>
      <Field name="levels" />
      <Field name="unitIds">
        <UnitTreeSelect />
      </Field>
      <Field name="roleIds">
        <RoleMultiSelect />
      </Field>
      <Field name="status">
        <StatusSwitch />
      </Field>
    </>
  )
}

export const addRule = act<typeof insertMenuRule, Place>(insertMenuRule, {
  key: 'addRule',
  ask: RuleFields,
  values: ({ path }) => ({ path: path ?? undefined, levels: [], unitIds: [], roleIds: [], status: 'ACTIVE' }),
  toInput: (_, { application }) => ({ application }),
})

/** A rule as its form has it. */
export const ruleRow = (rule: MenuRule, screens: OfScreens['screens']) => ({ ...rule, screens, unitIds: idsOf(rule.units), roleIds: idsOf(rule.roles) })
const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)

export const editRule = edit<typeof updateMenuRule, ReturnType<typeof ruleRow>>(updateMenuRule, RuleFields, { icon: <EditOutlined /> })
export const removeRule = remove<typeof removeMenuRule, MenuRule>(removeMenuRule, { icon: <DeleteOutlined /> })
