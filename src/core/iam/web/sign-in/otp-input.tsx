import { Input, type InputRef } from 'antd'
import type { Ref } from 'react'

interface Props {
  value?: string
  onChange?: (value: string) => void
  id?: string
  /** Digits at most. */
  length?: number
  autoFocus?: boolean
  ref?: Ref<InputRef>
}

/** A code of six digits or another number of them; anything else that is typed or pasted falls out. */
export function OtpInput({ value, onChange, length = 6, ...rest }: Props) {
  return (
    <Input
      {...rest}
      className="bt-otp bt-num"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange?.(event.target.value.replace(/\D/g, '').slice(0, length))}
    />
  )
}
