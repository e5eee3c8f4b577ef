import { Select } from 'antd'
import { useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { userOptions } from '../contract/access/users.ts'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

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
export function UserMultiSelect({ value, onChange, id, label }: FilterInputProps & { label?: string }) {
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
