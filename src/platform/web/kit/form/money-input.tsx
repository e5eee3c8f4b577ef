import { Input } from 'antd'
import { useState } from 'react'
import { useLanguage } from '../../i18n.ts'
import { readAmount, showAmount } from './amount-typing.ts'
import { useClearable } from './clearable.tsx'

interface Props {
  value?: string | undefined
  onChange?: (value: string | undefined) => void
  /** A form that validates on blur listens here. */
  onBlur?: () => void
  id?: string
  placeholder?: string
  'aria-label'?: string
}

/** An amount as a decimal string; separators of the language while at rest, what was typed while typing. */
export function MoneyInput({ value, onChange, onBlur, ...rest }: Props) {
  const language = useLanguage()
  const clearable = useClearable()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === undefined ? '' : showAmount(value, language))
  return (
    <Input
      {...rest}
      className="bt-num bt-amount-input"
      inputMode="decimal"
      allowClear={clearable}
      value={shown}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        // What is no amount is handed on as typed, so that validation names it.
        onChange?.(text.trim() === '' ? undefined : (readAmount(text, language) ?? text.trim()))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}
