import { Select } from 'antd'
import type { ReactNode } from 'react'
import { toneOf } from '#kernel/machine.ts'
import { matchesText } from '#kernel/text.ts'
import { useNames, useShellText } from '../../i18n.ts'
import { useClearable } from './clearable.tsx'
import { TabLeaves } from './tab-leaves.tsx'

interface Props {
  /** 'module.enumName': where the labels stand. */
  name: string
  /** Left out for an open key: its values are those that have words. */
  values?: readonly string[] | undefined
  multiple?: boolean
  /** Of a form: what was chosen is changed, not taken away. Elsewhere nothing chosen means all. */
  needed?: boolean
  value?: string | string[] | undefined
  onChange?: (value: string | string[] | undefined) => void
  id?: string
  /** Shows the colour of a state beside its words. */
  status?: boolean
}

/** In a filter there is room for a few letters: the words of all that are chosen stand in one line, cut where they end. */
const SHORT = {
  maxTagCount: 0,
  maxTagPlaceholder: (chosen: readonly { label?: ReactNode }[]) => {
    const all = chosen.map(({ label }) => String(label)).join(', ')
    return <span title={all}>{all}</span>
  },
}

/** A choice of a set, by its words; finds without case and diacritics. */
export function EnumSelect({ name, values, multiple = false, needed = false, value, onChange, status = false, ...rest }: Props) {
  const t = useShellText()
  const clearable = useClearable()
  const names = useNames(name)
  const select = (
    <Select
      {...rest}
      className="bt-wide"
      {...(multiple ? { mode: 'multiple' as const, ...(needed ? {} : SHORT) } : {})}
      allowClear={!needed && clearable}
      placeholder={t(needed ? 'common.choose' : 'common.all')}
      options={(values ?? names.enumValues(name)).map((one) => ({ value: one, label: names.enumValue(name, one) }))}
      {...(status ? { optionRender: (option) => <span className={`bt-dot bt-tone-${toneOf(name, String(option.value))}`}>{option.label}</span> } : {})}
      showSearch={{ filterOption: (typed, option) => matchesText(String(option?.label ?? ''), typed) }}
      value={value ?? (multiple && !needed ? [] : undefined)}
      onChange={(chosen: string | string[] | undefined) => onChange?.(!needed && Array.isArray(chosen) && chosen.length === 0 ? undefined : chosen)}
    />
  )
  return multiple ? <TabLeaves>{select}</TabLeaves> : select
}
