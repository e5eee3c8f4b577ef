import { Select } from 'antd'
import { useState } from 'react'

interface Props {
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
  /** Hook: what is found for what was typed. */
  use: (text: string) => { value: string; label: string }[] | undefined
}

/** Chooses several records of a list that the server searches. What was chosen keeps its name while something else is searched for. */
export function SeveralSelect({ use, value, onChange, id }: Props) {
  const [text, setText] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const found = use(text) ?? []
  const chosen = (value ?? []).map((one) => ({ value: one, label: known.get(one) ?? one }))
  const options = [...found, ...chosen.filter((one) => found.every((other) => other.value !== one.value))]
  return (
    <Select
      mode="multiple"
      showSearch
      filterOption={false}
      {...(id ? { id } : {})}
      value={value ?? []}
      options={options}
      onSearch={setText}
      onChange={(next) => {
        setKnown(new Map([...known, ...options.map((one) => [one.value, one.label] as const)]))
        setText('')
        onChange?.(next)
      }}
    />
  )
}
