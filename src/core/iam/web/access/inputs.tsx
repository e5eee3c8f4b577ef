import { Form, Select, type SelectProps } from 'antd'
import { roleOptions } from '#core/iam/contract/access/roles.ts'
import { SCOPE_KINDS } from '#core/iam/contract/sign-in/scope.ts'
import { UnitTreeSelect } from '#core/organisation/web/public.ts'
import { matchesText } from '#kernel/text.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { TabLeaves } from '#platform/web/kit/form/tab-leaves.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import { words } from './words.ts'

const MINUTE = 60_000
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

interface RolesProps extends FilterInputProps {
  /** Name of the field where no label stands beside it. */
  label?: string
  /** Roles that are no choice: those somebody has already. */
  except?: readonly string[]
  /** Roles that the person may not grant stand there, but cannot be chosen. */
  grantable?: boolean
}

const useRoles = () => useContractQuery(roleOptions, {}, { staleTime: MINUTE / 4, quiet: true })

function RoleChoice({ value, onChange, id, label, except = [], grantable = false, ...rest }: RolesProps & SelectProps) {
  const labels = useLabels(words)
  const { data = [], isPending } = useRoles()
  return (
    <Select
      {...rest}
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      className="bt-wide"
      loading={isPending}
      options={data
        .filter((role) => !except.includes(role.id))
        .map((role) => ({ value: role.id, label: role.name, code: role.code, disabled: grantable && !role.grantable }))}
      optionRender={({ data: option }) => (
        <span className="bt-option" title={option.disabled ? labels.text('roleBeyond') : undefined}>
          <span>{option.label}</span>
          <small>{option.disabled ? labels.text('roleBeyond') : option.code}</small>
        </span>
      )}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.code ?? ''}`, typed) }}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** One role: as a condition, or to be chosen. */
export function RoleFilter({ value, ...rest }: RolesProps) {
  const t = useShellText()
  const clearable = useClearable()
  return <RoleChoice {...rest} allowClear={clearable} placeholder={t(rest.label ? 'common.choose' : 'common.all')} value={textOf(value)} />
}

RoleFilter.Name = function RoleName({ value }: { value: string }) {
  const { data = [] } = useRoles()
  return data.find(({ id }) => id === value)?.name ?? value
}

/** Several roles. */
export function RoleMultiSelect({ value, ...rest }: RolesProps) {
  const t = useShellText()
  return (
    <TabLeaves>
      <RoleChoice {...rest} mode="multiple" placeholder={t('common.choose')} value={listOf(value)} />
    </TabLeaves>
  )
}

function useApplications() {
  return useSession((state) => state.user?.applications) ?? []
}

/** One application that the person may enter. */
export function ApplicationFilter({ value, onChange, id }: FilterInputProps) {
  const t = useShellText()
  const clearable = useClearable()
  const applications = useApplications()
  return (
    <Select
      {...(id ? { id } : {})}
      className="bt-wide"
      allowClear={clearable}
      placeholder={t('common.all')}
      options={applications.map(({ code, name }) => ({ value: code, label: name }))}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={textOf(value)}
      onChange={(next: string | undefined) => onChange?.(next)}
    />
  )
}

ApplicationFilter.Name = function ApplicationName({ value }: { value: string }) {
  return useApplications().find(({ code }) => code === value)?.name ?? value
}

/** Several applications: those that the person may enter, and those that stand chosen already. */
export function ApplicationMultiSelect({ value, onChange, id, known = [] }: FilterInputProps & { known?: readonly { code: string; name: string }[] }) {
  const t = useShellText()
  const clearable = useClearable()
  const applications = useApplications()
  const all = [...applications, ...known.filter((one) => !applications.some((own) => own.code === one.code))]
  return (
    <TabLeaves>
      <Select
        {...(id ? { id } : {})}
        mode="multiple"
        className="bt-wide"
        allowClear={clearable}
        placeholder={t('common.choose')}
        options={all.map(({ code, name }) => ({ value: code, label: name }))}
        showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
        value={listOf(value)}
        onChange={(next: string[]) => onChange?.(next)}
      />
    </TabLeaves>
  )
}

/** The kinds of scope that a place allows: of a partner, or of a unit. */
function ScopeSelect({ value, onChange, id, place }: FilterInputProps & { place: 'unit' | 'partner' | 'none' }) {
  const names = useNames('iam.sign-in.scopeKind')
  const t = useShellText()
  const kinds = SCOPE_KINDS.filter((kind) => {
    if (kind === 'SELF') return true
    if (place === 'partner') return kind === 'PARTNER'
    if (kind === 'UNIT' || kind === 'UNIT_AND_BELOW') return place === 'unit'
    return kind !== 'PARTNER'
  })
  return (
    <Select
      {...(id ? { id } : {})}
      className="bt-wide"
      placeholder={t('common.choose')}
      options={kinds.map((kind) => ({ value: kind, label: names.enumValue('iam.sign-in.scopeKind', kind) }))}
      value={textOf(value)}
      onChange={(next: string) => onChange?.(next)}
    />
  )
}

/** What somebody of a place sees: the kind of scope, and the units where they are chosen. */
export function ScopeFields({ place }: { place: Parameters<typeof ScopeSelect>[0]['place'] }) {
  const chosen = Form.useWatch('scopeKind') === 'UNITS'
  return (
    <>
      <Field name="scopeKind">
        <ScopeSelect place={place} />
      </Field>
      {chosen && (
        <Field name="scopeUnitIds" needed>
          <UnitTreeSelect />
        </Field>
      )}
    </>
  )
}
