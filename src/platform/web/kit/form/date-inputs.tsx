import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/vi'
import { useMemo } from 'react'
import { localDate } from '#kernel/dates.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { daysOf, periodWords } from './periods.ts'

/** Shown DD/MM/YYYY; DDMMYYYY may be typed as well. */
const FORMATS = ['DD/MM/YYYY', 'DDMMYYYY', 'D/M/YYYY']
const WIRE = 'YYYY-MM-DD'
const PERIODS = ['today', 'yesterday', 'last:7', 'last:30', 'this-month', 'last-month']

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
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id, end: `${id}-end` } } : {})}
      className="bt-wide"
      format={FORMATS}
      allowClear={allowClear}
      placeholder={[t('list.firstDay'), t('list.lastDay')]}
      value={[read(value?.[0]), read(value?.[1])]}
      onChange={(days) => onChange?.([write(days?.[0]), write(days?.[1])])}
      presets={PERIODS.map((name) => ({ label: periodWords(t, name), value: (daysOf(name, today) ?? []).map((day) => dayjs(day, WIRE)) as [Dayjs, Dayjs] }))}
    />
  )
}
