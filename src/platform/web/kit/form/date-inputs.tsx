import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/vi'
import { type FocusEvent, type SyntheticEvent, useMemo } from 'react'
import { today } from '../../api/server-time.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { daysOf, periodWords } from './periods.ts'

/** Shown DD/MM/YYYY; DDMMYYYY may be typed as well. */
const FORMATS = ['DD/MM/YYYY', 'DDMMYYYY', 'D/M/YYYY']
const WIRE = 'YYYY-MM-DD'
const PERIODS = ['today', 'yesterday', 'last:7', 'last:30', 'this-month', 'last-month']

const read = (value: string | undefined): Dayjs | null => (value ? dayjs(value, WIRE) : null)
const write = (value: Dayjs | null | undefined): string | undefined => (value?.isValid() ? value.format(WIRE) : undefined)

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
  /** A form that validates on blur listens here. */
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  /** Days before today cannot be chosen. */
  fromToday?: boolean
}

/** One day as 'YYYY-MM-DD'. */
export function DateInput({ value, onChange, onBlur, fromToday = false, ...rest }: DateProps) {
  const t = useShellText()
  useDayLanguage()
  // The picker would drop a disabled day that was typed: it stays, and the field says what is wrong with it.
  const keepTyped = ({ target }: SyntheticEvent) => {
    const typed = write(dayjs((target as HTMLInputElement).value, FORMATS, true))
    if (typed !== undefined && typed < today()) onChange?.(typed)
  }
  return (
    <DatePicker
      {...rest}
      {...(fromToday && {
        minDate: dayjs(today(), WIRE),
        onKeyDown: (event) => event.key === 'Enter' && keepTyped(event),
      })}
      onBlur={(event) => {
        if (fromToday) keepTyped(event)
        onBlur?.(event)
      }}
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
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id, end: `${id}-end` } } : {})}
      className="bt-wide"
      format={FORMATS}
      allowClear={allowClear}
      placeholder={[t('list.firstDay'), t('list.lastDay')]}
      value={[read(value?.[0]), read(value?.[1])]}
      onChange={(days) => onChange?.([write(days?.[0]), write(days?.[1])])}
      presets={PERIODS.map((name) => ({ label: periodWords(t, name), value: (daysOf(name, today()) ?? []).map((day) => dayjs(day, WIRE)) as [Dayjs, Dayjs] }))}
    />
  )
}
