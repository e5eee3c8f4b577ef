import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/vi'
import { useMemo } from 'react'
import { addDays, localDate } from '#kernel/dates.ts'
import { useLanguage, useShellText } from '../../i18n.ts'

/** Shown DD/MM/YYYY; DDMMYYYY may be typed as well. */
const FORMATS = ['DD/MM/YYYY', 'DDMMYYYY', 'D/M/YYYY']
const WIRE = 'YYYY-MM-DD'

const read = (value: string | undefined): Dayjs | null => (value ? dayjs(value, WIRE) : null)
const write = (value: Dayjs | null | undefined): string | undefined => value?.format(WIRE)

/** Names of days and months, and on which day a week begins. */
function useDayLanguage(): void {
  const language = useLanguage()
  useMemo(() => dayjs.locale(language), [language])
}

interface DateProps {
  value?: string | undefined
  onChange?: (value: string | undefined) => void
  id?: string
  allowClear?: boolean
}

/** One day as 'YYYY-MM-DD'. */
export function DateInput({ value, onChange, ...rest }: DateProps) {
  const t = useShellText()
  useDayLanguage()
  return (
    <DatePicker
      {...rest}
      placeholder={t('list.chooseDay')}
      className="bt-wide"
      format={FORMATS}
      value={read(value)}
      onChange={(day) => onChange?.(write(day))}
    />
  )
}

export type DayPair = readonly [string | undefined, string | undefined]

interface RangeProps {
  value?: DayPair
  onChange?: (value: DayPair) => void
  id?: string
  allowClear?: boolean
}

/** First and last day, both included, with the periods people ask for. */
export function DateRangeInput({ value, onChange, id, allowClear = true }: RangeProps) {
  const t = useShellText()
  useDayLanguage()
  const today = localDate(new Date())
  const monthStart = `${today.slice(0, 8)}01`
  const lastMonthEnd = addDays(monthStart, -1)
  const preset = (label: string, from: string, to: string) => ({ label, value: [dayjs(from, WIRE), dayjs(to, WIRE)] as [Dayjs, Dayjs] })
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id, end: `${id}-end` } } : {})}
      className="bt-wide"
      format={FORMATS}
      allowClear={allowClear}
      placeholder={[t('list.firstDay'), t('list.lastDay')]}
      value={[read(value?.[0]), read(value?.[1])]}
      onChange={(days) => onChange?.([write(days?.[0]), write(days?.[1])])}
      presets={[
        preset(t('list.today'), today, today),
        preset(t('list.yesterday'), addDays(today, -1), addDays(today, -1)),
        preset(t('list.lastDays', { n: 7 }), addDays(today, -6), today),
        preset(t('list.lastDays', { n: 30 }), addDays(today, -29), today),
        preset(t('list.thisMonth'), monthStart, today),
        preset(t('list.lastMonth'), `${lastMonthEnd.slice(0, 8)}01`, lastMonthEnd),
      ]}
    />
  )
}
