import { InputNumber } from 'antd'
import type { Language } from '#kernel/language.ts'
import { useLanguage } from '#platform/web/i18n.ts'
import { showPercent } from './percent.ts'

interface Props {
  value?: number | null
  onChange?: (hundredths: number | undefined) => void
  id?: string
  'aria-label'?: string
}

const POINT: Record<Language, string> = { vi: ',', en: '.' }

/** A rate that is kept in hundredths of a percent, typed as a percentage with two decimals. */
export function PercentInput({ value, onChange, ...rest }: Props) {
  const language = useLanguage()
  return (
    <InputNumber<number>
      {...rest}
      className="bt-num"
      min={0}
      max={100}
      precision={2}
      controls={false}
      decimalSeparator={POINT[language]}
      value={typeof value === 'number' ? value / 100 : null}
      onChange={(percent) => onChange?.(percent === null ? undefined : Math.round(percent * 100))}
    />
  )
}

/** The same where it is read. */
export function PercentText({ value }: { value: number }) {
  const language = useLanguage()
  return <span className="bt-num">{showPercent(value, language)}</span>
}
