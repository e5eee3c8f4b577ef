import { Input } from 'antd'
import { useState } from 'react'
import { currentLanguage, useLanguage } from '#platform/web/i18n.ts'
import { percentFault, readPercent, showPercent } from './percent.ts'

interface Props {
  /** Hundredths of a percent; a text that is no rate as it was typed. */
  value?: number | string | null
  onChange?: (value: number | string | undefined) => void
  /** A form that validates on blur listens here. */
  onBlur?: () => void
  id?: string
  'aria-label'?: string
}

/** A rate that is kept in hundredths of a percent, typed as a percentage with two decimals; what is no rate stays as typed, for percentProblem. */
export function PercentInput({ value, onChange, onBlur, ...rest }: Props) {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      {...rest}
      className="bt-num bt-amount-input"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (typeof value === 'number' ? showPercent(value, language) : (value ?? ''))}
      onChange={({ target: { value: text } }) => {
        setTyped(text)
        onChange?.(text.trim() === '' ? undefined : (readPercent(text) ?? text))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}

/** What is wrong in a field with a PercentInput: a mistake is shown, never rounded away. */
export const percentProblem = (value: unknown) => (typeof value === 'string' ? percentFault(value, currentLanguage()) : undefined)

/** The same where it is read. */
export function PercentText({ value }: { value: number }) {
  const language = useLanguage()
  return <span className="bt-num">{showPercent(value, language)}</span>
}
