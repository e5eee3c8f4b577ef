import { Select, TreeSelect } from 'antd'
import { useState } from 'react'
import { roleOptions } from '#core/iam/contract/access/roles.ts'
import { partnerOptions, userOptions } from '#core/iam/contract/access/users.ts'
import { SCOPE_KINDS } from '#core/iam/contract/sign-in/scope.ts'
import { searchUnits, type UnitNode } from '#core/organisation/contract/unit.ts'
import { matchesText } from '#kernel/text.ts'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import { words } from './words.ts'

const MINUTE = 60_000
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** One user of the person's scope, by account or name. */
export function UserSelect(props: FilterInputProps) {
  const t = useShellText()
  return (
    <RemoteSelect
      {...props}
      contract={userOptions}
      placeholder={t('common.choose')}
      search={(text) => ({ text })}
      find={(id) => ({ ids: [id] })}
      option={({ id, account, fullName, place }) => ({ value: id, label: `${fullName} (${account})`, hint: place })}
    />
  )
}

/** Several users, found by account or name. */
export function UserMultiSelect({ value, onChange, id, label }: Labelled) {
  const t = useShellText()
  const [typed, setTyped] = useState('')
  const { data = [], isFetching } = useContractQuery(userOptions, { text: typed }, { keepPrevious: true, quiet: true })
  const chosen = listOf(value)
  const { data: own = [] } = useContractQuery(userOptions, { ids: chosen.slice(0, 50) }, { enabled: chosen.length > 0, keepPrevious: true, quiet: true })
  const all = [...data, ...own.filter((one) => !data.some((other) => other.id === one.id))]
  return (
    <Select
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      mode="multiple"
      className="bt-wide"
      loading={isFetching}
      placeholder={t('common.choose')}
      options={all.map((user) => ({ value: user.id, label: `${user.fullName} (${user.account})`, place: user.place }))}
      optionRender={({ data: option }) => (
        <span className="bt-option">
          <span>{option.label}</span>
          <small>{option.place}</small>
        </span>
      )}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={chosen}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}

/** One partner, by code or name. */
export function PartnerSelect(props: FilterInputProps) {
  const t = useShellText()
  return (
    <RemoteSelect
      {...props}
      contract={partnerOptions}
      placeholder={t('common.choose')}
      search={(text) => ({ text })}
      find={(id) => ({ ids: [id] })}
      option={({ id, code, name }) => ({ value: id, label: name, hint: code })}
    />
  )
}

function useRoles() {
  const { data = [], isPending } = useContractQuery(roleOptions, {}, { staleTime: MINUTE / 4, quiet: true })
  return { data, isPending }
}

/** One role as a condition. */
export function RoleFilter({ value, onChange, id, label }: Labelled) {
  const t = useShellText()
  const { data, isPending } = useRoles()
  return (
    <Select
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      className="bt-wide"
      allowClear
      loading={isPending}
      placeholder={t(label ? 'common.choose' : 'common.all')}
      options={data.map((role) => ({ value: role.id, label: role.name, code: role.code }))}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.code ?? ''}`, typed) }}
      value={textOf(value)}
      onChange={(next: string | undefined) => onChange?.(next)}
    />
  )
}

interface Labelled extends FilterInputProps {
  /** Name of the field where no label stands beside it. */
  label?: string
}

interface RolesProps extends Labelled {
  /** Roles that are no choice: those somebody has already. */
  except?: readonly string[]
  /** Roles that the person may not grant stand there, but cannot be chosen. */
  grantable?: boolean
}

/** Several roles. */
export function RoleMultiSelect({ value, onChange, id, label, except = [], grantable = false }: RolesProps) {
  const t = useShellText()
  const labels = useLabels(words)
  const { data, isPending } = useRoles()
  return (
    <Select
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      mode="multiple"
      className="bt-wide"
      loading={isPending}
      placeholder={t('common.choose')}
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
      value={listOf(value)}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}

function useApplications() {
  return useSession((state) => state.user?.applications) ?? []
}

/** One application that the person may enter. */
export function ApplicationFilter({ value, onChange, id }: FilterInputProps) {
  const t = useShellText()
  const applications = useApplications()
  return (
    <Select
      {...(id ? { id } : {})}
      className="bt-wide"
      allowClear
      placeholder={t('common.all')}
      options={applications.map(({ code, name }) => ({ value: code, label: name }))}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={textOf(value)}
      onChange={(next: string | undefined) => onChange?.(next)}
    />
  )
}

/** Several applications: those that the person may enter, and those that stand chosen already. */
export function ApplicationMultiSelect({ value, onChange, id, known = [] }: FilterInputProps & { known?: readonly { code: string; name: string }[] }) {
  const t = useShellText()
  const applications = useApplications()
  const all = [...applications, ...known.filter((one) => !applications.some((own) => own.code === one.code))]
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      className="bt-wide"
      allowClear
      placeholder={t('common.choose')}
      options={all.map(({ code, name }) => ({ value: code, label: name }))}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={listOf(value)}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}

/** The kinds of scope that a place allows: of a partner, or of a unit. */
export function ScopeSelect({ value, onChange, id, place }: FilterInputProps & { place: 'unit' | 'partner' | 'none' }) {
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

const unique = (nodes: readonly UnitNode[]) => [...new Map(nodes.map((node) => [node.id, node])).values()]

/** Several units out of the tree; a unit stands for all below it. */
export function UnitTreeSelect({ value, onChange, id }: FilterInputProps) {
  const t = useShellText()
  const chosen = listOf(value)
  const [typed, setTyped] = useState('')
  const [below, setBelow] = useState<readonly UnitNode[]>([])
  const { data: top = [] } = useContractQuery(searchUnits, {}, { staleTime: MINUTE, quiet: true })
  const { data: own = [] } = useContractQuery(
    searchUnits,
    { ids: chosen.slice(0, 50) },
    { enabled: chosen.length > 0, keepPrevious: true, staleTime: MINUTE, quiet: true },
  )
  const { data: found = [] } = useContractQuery(searchUnits, { text: typed }, { enabled: typed !== '', keepPrevious: true, quiet: true })
  const nodes = unique([...(typed === '' ? [...top, ...below] : found), ...own])
  const ids = new Set(nodes.map((node) => node.id))
  const treeData = nodes.map((node) => ({
    id: node.id,
    pId: node.parentId !== null && ids.has(node.parentId) ? node.parentId : 0,
    value: node.id,
    title: node.name,
    isLeaf: !node.hasChildren || typed !== '',
  }))
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      className="bt-wide"
      multiple
      treeDataSimpleMode
      treeData={treeData}
      placeholder={t('common.choose')}
      notFoundContent={t('common.empty')}
      showSearch={{ filterTreeNode: false, onSearch: setTyped }}
      value={chosen}
      onChange={(next: string[]) => onChange?.(next)}
      loadData={async (node) => {
        const input = { parentId: String(node.value) }
        const children = await queryClient.fetchQuery({ queryKey: queryKeyOf(searchUnits, input), queryFn: () => call(searchUnits, input), staleTime: MINUTE })
        setBelow((known) => unique([...known, ...children]))
      }}
    />
  )
}
