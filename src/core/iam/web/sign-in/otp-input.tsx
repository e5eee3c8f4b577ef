import { Input } from 'antd'

interface Props {
  value?: string
  onChange?: (value: string) => void
  id?: string
}

/** Six digits; anything else that is typed or pasted falls out. */
export function OtpInput({ value, onChange, ...rest }: Props) {
  return (
    <Input
      {...rest}
      className="bt-otp bt-num"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange?.(event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}
