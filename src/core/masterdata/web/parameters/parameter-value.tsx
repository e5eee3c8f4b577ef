import { Input, Radio } from 'antd'
import type { ParameterType } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { showDate } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { DateText } from '#platform/web/kit/value/timestamp.tsx'
import { words } from '../words.ts'

/** A value in its written form, as people read it. */
export function ParameterValue({ type, value }: { type: ParameterType; value: string }) {
  const t = useShellText()
  const labels = useLabels(words)
  if (value === '') return <span className="bt-none">{labels.text('empty')}</span>
  switch (type) {
    case 'MONEY':
      return <MoneyText value={value} />
    case 'DATE':
      return <DateText value={value} />
    case 'BOOLEAN':
      return value === 'true' ? t('common.yes') : t('common.no')
    case 'INTEGER':
    case 'DECIMAL':
      return <span className="bt-num">{value}</span>
    default:
      return value
  }
}

interface InputProps {
  type: ParameterType
  value?: string
  onChange?: (value: string | undefined) => void
  id?: string
}

/** The input that fits the type. */
export function ParameterInput({ type, value, onChange, id }: InputProps) {
  const t = useShellText()
  switch (type) {
    case 'MONEY':
      return <MoneyInput {...(id ? { id } : {})} value={value} onChange={(amount) => onChange?.(amount)} />
    case 'DATE':
      return <DateInput {...(id ? { id } : {})} value={value} onChange={(day) => onChange?.(day)} />
    case 'BOOLEAN':
      return (
        <Radio.Group
          {...(id ? { id } : {})}
          value={value}
          onChange={(event) => onChange?.(String(event.target.value))}
          options={[
            { value: 'true', label: t('common.yes') },
            { value: 'false', label: t('common.no') },
          ]}
        />
      )
    case 'STRING':
      return <Input.TextArea {...(id ? { id } : {})} autoSize={{ minRows: 2, maxRows: 8 }} value={value} onChange={(event) => onChange?.(event.target.value)} />
    default:
      return (
        <Input
          {...(id ? { id } : {})}
          className="bt-num"
          inputMode={type === 'INTEGER' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange?.(event.target.value.trim())}
        />
      )
  }
}

/** A value in words of the language, for sentences. */
export function valueText(type: ParameterType, value: string, language: Language): string {
  if (type === 'MONEY') return showMoney(value, language)
  return type === 'DATE' ? showDate(value) : value
}
