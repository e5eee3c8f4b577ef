import { Switch } from 'antd'

interface Props {
  value?: string
  onChange?: (value: string) => void
  id?: string
  size?: 'small'
  'aria-label'?: string
}

/** In force or not, for what is ACTIVE or LOCKED. */
export function StatusSwitch({ value, onChange, ...rest }: Props) {
  return <Switch {...rest} checked={value !== 'LOCKED'} onChange={(active) => onChange?.(active ? 'ACTIVE' : 'LOCKED')} />
}
