import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Alert, Button, Empty, Select } from 'antd'
import { useState } from 'react'
import { listClients } from '#core/iam/contract/access/clients.ts'
import { insertMenuRule, listMenuRules, type MenuRule, previewMenu, removeMenuRule, updateMenuRule } from '#core/iam/contract/access/menu-rules.ts'
import { UnitTreeSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { StatusSwitch } from '#platform/web/kit/form/status-switch.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { RoleMultiSelect } from '../inputs.tsx'
import { words } from '../words.ts'

type Screens = OutputOf<typeof listMenuRules>['screens']
const READS = [listMenuRules, previewMenu, listClients]

interface Props {
  application: string
  screens: Screens
  rules: readonly MenuRule[]
}

/** Screen by screen, who sees it: the rules in words. */
export function MenuRules({ application, screens, rules }: Props) {
  const labels = useLabels(words)
  const may = usePermission(insertMenuRule.permission)
  const [open, setOpen] = useState<{ rule: MenuRule | null; path?: string } | null>(null)
  const [gone, setGone] = useState<MenuRule | null>(null)
  if (screens.length === 0 && rules.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('noGated')} />
  const sections = [{ path: null, title: labels.text('allGated'), group: '' }, ...screens]
  const known = new Set<string | null>(sections.map((screen) => screen.path))
  const stray = rules.filter((rule) => !known.has(rule.path))
  const list = (of: readonly MenuRule[]) =>
    of.map((rule) => <Rule key={rule.id} rule={rule} onEdit={() => setOpen({ rule })} onRemove={() => setGone(rule)} may={may} />)
  return (
    <div className="bt-stack">
      <Alert type="info" showIcon title={labels.text('rulesText')} />
      {sections.map(({ path, title, group }) => {
        const own = rules.filter((rule) => rule.path === path)
        const covered = own.length > 0 || rules.some((rule) => rule.path === null && rule.status === 'ACTIVE')
        return (
          <section key={path ?? ''} className="access-rules">
            <header>
              <h3>
                {group && <small>{group} / </small>}
                {title}
              </h3>
              {may && (
                <Button
                  size="small"
                  icon={<PlusOutlined />}
                  aria-label={labels.text('ruleAddTo', { name: title })}
                  onClick={() => setOpen({ rule: null, ...(path ? { path } : {}) })}
                >
                  {labels.action('addRule')}
                </Button>
              )}
            </header>
            {own.length > 0 ? (
              <ul>{list(own)}</ul>
            ) : (
              <p className="bt-none">{labels.text(path === null ? 'noRuleForAll' : covered ? 'ruleFromAll' : 'shownToNobody')}</p>
            )}
          </section>
        )
      })}
      {stray.length > 0 && (
        <section className="access-rules">
          <header>
            <h3>{labels.text('strayRules')}</h3>
          </header>
          <ul>{list(stray)}</ul>
        </section>
      )}
      {open && <RuleForm application={application} screens={screens} rule={open.rule} path={open.path} onClose={() => setOpen(null)} />}
      {gone && (
        <CommandDialog
          contract={removeMenuRule}
          input={{ id: gone.id, version: gone.version }}
          title={labels.text('ruleRemove', { name: gone.name })}
          text={labels.text('ruleRemoveText')}
          submit={labels.action('remove')}
          done={labels.text('removed')}
          danger
          invalidates={READS}
          onClose={() => setGone(null)}
        />
      )}
    </div>
  )
}

function Rule({ rule, may, onEdit, onRemove }: { rule: MenuRule; may: boolean; onEdit: () => void; onRemove: () => void }) {
  const labels = useLabels(words)
  const units = useNames('organisation.unitLevel')
  const conditions = [
    { name: labels.field('menuRule', 'levels'), values: rule.levels.map((level) => units.enumValue('organisation.unitLevel', level)) },
    { name: labels.field('menuRule', 'unitIds'), values: rule.units.map((unit) => unit.name) },
    { name: labels.field('menuRule', 'roleIds'), values: rule.roles.map((role) => role.name) },
  ].filter(({ values }) => values.length > 0)
  return (
    <li>
      <strong>{rule.name}</strong>
      <StatusTag machine="iam.clientStatus" value={rule.status} />
      <span className="access-conditions">
        {conditions.length === 0 ? labels.text('everybody') : conditions.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ')}
      </span>
      {may && (
        <span>
          <Button type="text" size="small" icon={<EditOutlined />} aria-label={`${labels.action('edit')}: ${rule.name}`} onClick={onEdit} />
          <Button type="text" size="small" danger icon={<DeleteOutlined />} aria-label={`${labels.action('remove')}: ${rule.name}`} onClick={onRemove} />
        </span>
      )}
    </li>
  )
}

interface FormProps {
  application: string
  screens: Screens
  rule: MenuRule | null
  path?: string | undefined
  onClose: () => void
}

type Values = Record<string, unknown>
const FIELDS = ['name', 'path', 'levels', 'unitIds', 'roleIds', 'status']

/** The fields of a rule, as the form has them. */
const valuesOf = (rule: Values): Values => Object.fromEntries(FIELDS.map((field) => [field, rule[field] ?? undefined]))
const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id)

function RuleForm({ application, screens, rule, path, onClose }: FormProps) {
  const labels = useLabels(words)
  const initial = rule
    ? valuesOf({ ...rule, unitIds: idsOf(rule.units), roleIds: idsOf(rule.roles) })
    : { path, levels: [], unitIds: [], roleIds: [], status: 'ACTIVE' }
  return (
    <FormDrawer
      contract={rule ? updateMenuRule : insertMenuRule}
      title={labels.text(rule ? 'ruleEdit' : 'ruleCreate')}
      done={labels.text('saved')}
      invalidates={READS}
      entity="iam.menuRule"
      initial={initial}
      {...(rule ? { record: { version: rule.version, valuesOf } } : {})}
      toInput={(values, version) => ({ ...(rule ? { id: rule.id, version } : { application }), ...values })}
      onClose={onClose}
    >
      <Field name="name" />
      <Field name="path">
        <Select allowClear placeholder={labels.text('allGated')} options={screens.map((screen) => ({ value: screen.path, label: screen.title }))} />
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
    </FormDrawer>
  )
}
