import { Select } from 'antd'
import type { ComponentType } from 'react'
import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInput, FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { words } from './words.ts'

interface Desk {
  contracts: IncidentContracts
}
type Props = FilterInputProps & { placeholder?: string } & Desk
type Person = OutputOf<IncidentContracts['people']>[number]
type Team = OutputOf<IncidentContracts['teams']>[number]
type Partner = OutputOf<IncidentContracts['partners']>[number]

const search = (text: string) => ({ text })
const find = (id: string) => ({ ids: [id] })
const person = ({ id, name, account, unitName }: Person) => ({ value: id, label: name, hint: [account, unitName].filter(Boolean).join(' · ') })
const team = ({ id, code, name }: Team) => ({ value: id, label: name, hint: code })
const partner = ({ id, code, name }: Partner) => ({ value: id, label: name, hint: code })

/** Somebody who handles incidents of the desk. */
export function PersonSelect({ contracts, ...props }: Props) {
  return <RemoteSelect {...props} contract={contracts.people} find={find} option={person} search={search} />
}

/** A unit whose people handle incidents of the desk. */
export function TeamSelect({ contracts, ...props }: Props) {
  return <RemoteSelect {...props} contract={contracts.teams} find={find} option={team} search={search} />
}

export function PartnerSelect({ contracts, ...props }: Props) {
  return <RemoteSelect {...props} contract={contracts.partners} find={find} option={partner} search={search} />
}

export const useCategories = ({ contracts }: Desk) => useContractQuery(contracts.categories, {}, { quiet: true, staleTime: 300_000 }).data ?? []

export function CategorySelect({ contracts, value, onChange, placeholder, ...props }: Props) {
  const t = useShellText()
  const clearable = useClearable()
  const categories = useCategories({ contracts })
  return (
    <Select
      {...props}
      className="bt-wide"
      allowClear={placeholder === undefined && clearable}
      placeholder={placeholder ?? t('common.all')}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      options={categories.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange?.(id)}
    />
  )
}

function CategoryName({ contracts, value }: Desk & { value: string }) {
  return useCategories({ contracts }).find(({ id }) => id === value)?.name ?? value
}

/** Several people to be called in. */
export function MentionSelect({ contracts, value, onChange, ...props }: Props) {
  const labels = useLabels(words)
  const { data = [] } = useContractQuery(contracts.people, {}, { quiet: true, staleTime: 60_000 })
  return (
    <Select
      {...props}
      mode="multiple"
      className="bt-wide"
      placeholder={labels.text('mentionHint')}
      value={(value ?? []) as string[]}
      optionFilterProp="label"
      options={data.map(({ id, name, account }) => ({ value: id, label: `${name} (${account})` }))}
      onChange={(ids) => onChange?.(ids)}
    />
  )
}

function PersonName({ contracts, value }: Desk & { value: string }) {
  return <RemoteName contract={contracts.people} find={find} option={person} value={value} />
}

function TeamName({ contracts, value }: Desk & { value: string }) {
  return <RemoteName contract={contracts.teams} find={find} option={team} value={value} />
}

function PartnerName({ contracts, value }: Desk & { value: string }) {
  return <RemoteName contract={contracts.partners} find={find} option={partner} value={value} />
}

const atDesk =
  <P extends object>(Part: ComponentType<P & Desk>, contracts: IncidentContracts): ComponentType<P> =>
  (props) => <Part {...props} contracts={contracts} />

/** To whom several incidents are given at once: one person, or a unit. */
const chooser =
  (Select: ComponentType<Props>, field: 'assigneeId' | 'teamId') =>
  (contracts: IncidentContracts) =>
  ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
    const labels = useLabels(words)
    const t = useShellText()
    const name = labels.field('incident', field)
    return (
      <>
        <p aria-hidden="true">{name}</p>
        <Select
          contracts={contracts}
          aria-label={name}
          placeholder={t('common.choose')}
          value={value || undefined}
          onChange={(id) => onChange(typeof id === 'string' ? id : '')}
        />
      </>
    )
  }
export const personChooser = chooser(PersonSelect, 'assigneeId')
export const teamChooser = chooser(TeamSelect, 'teamId')

/** The selects of a desk as inputs of its list's filter. */
export function filterInputs(contracts: IncidentContracts): Record<'categoryId' | 'assigneeId' | 'teamId' | 'partnerId', FilterInput> {
  const input = (Select: ComponentType<Props>, Name: ComponentType<Desk & { value: string }>): FilterInput =>
    Object.assign(atDesk<FilterInputProps>(Select, contracts), { Name: atDesk(Name, contracts) })
  return {
    categoryId: input(CategorySelect, CategoryName),
    assigneeId: input(PersonSelect, PersonName),
    teamId: input(TeamSelect, TeamName),
    partnerId: input(PartnerSelect, PartnerName),
  }
}
