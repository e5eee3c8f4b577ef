import { Select } from 'antd'
import { useState } from 'react'
import { compareNames, matchesText } from '#kernel/text.ts'
import { useShellText } from '#platform/web/i18n.ts'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { useAuditNames } from './names.tsx'

/** Chooses by the words, or by a part of what stands behind them; what is typed can be searched for as it is. */
function NameSelect({ names, value, onChange, id }: FilterInputProps & { names: Readonly<Record<string, string>> }) {
  const t = useShellText()
  const clearable = useClearable()
  const chosen = typeof value === 'string' && value !== '' ? value : undefined
  const [typed, setTyped] = useState('')
  const known = Object.entries(names).map(([key, label]) => ({ value: key, label }))
  // What has no words: typed now, or chosen before (a link brings it too).
  const own = [...new Set([typed.trim(), chosen ?? ''])].filter((one) => one !== '' && !names[one]).map((one) => ({ value: one, label: one }))
  return (
    <Select
      {...(id ? { id } : {})}
      className="bt-wide"
      allowClear={clearable}
      placeholder={t('common.all')}
      options={[...known.sort((a, b) => compareNames(a.label, b.label)), ...own]}
      optionRender={({ data }) => (
        <span className="bt-option">
          <span>{data.label}</span>
          <small>{data.value}</small>
        </span>
      )}
      showSearch={{ onSearch: setTyped, filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={chosen}
      onChange={(next: string | undefined) => onChange?.(next)}
    />
  )
}

/** An action by its path: the log holds it with the method before it, and all exports are one choice. */
function byPath(actions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(actions).map(([key, name]) => [key.replace(/^[A-Z]+ /, '').replace(/^(\/report\/export\/).*/, '$1'), name]))
}

const useActions = () => byPath(useAuditNames()?.actions ?? {})

export function ActionSelect(props: FilterInputProps) {
  return <NameSelect {...props} names={useActions()} />
}
ActionSelect.Name = function ActionName({ value }: { value: string }) {
  return useActions()[value] ?? value
}

export function SubjectSelect(props: FilterInputProps) {
  return <NameSelect {...props} names={useAuditNames()?.subjects ?? {}} />
}
SubjectSelect.Name = function SubjectName({ value }: { value: string }) {
  return useAuditNames()?.subjects[value] ?? value
}
