import { Select } from 'antd'
import { useShellText } from '../../i18n.ts'
import { useClearable } from './clearable.tsx'

interface Props {
  value?: boolean
  onChange?: (value: boolean | undefined) => void
  id?: string
}

/** A condition that is met, is not, or does not matter. */
export function FlagSelect({ value, onChange, ...rest }: Props) {
  const t = useShellText()
  const clearable = useClearable()
  return (
    <Select
      {...rest}
      className="bt-wide"
      allowClear={clearable}
      placeholder={t('common.all')}
      options={[
        { value: 'true', label: t('common.yes') },
        { value: 'false', label: t('common.no') },
      ]}
      value={value === undefined ? undefined : String(value)}
      onChange={(chosen: string | undefined) => onChange?.(chosen === undefined ? undefined : chosen === 'true')}
    />
  )
}
