import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/vi'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type SyntheticEvent, useMemo, useRef, useState } from 'react'
import { ruleText } from '#kernel/validation-texts.ts'
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

interface EnterProps {
  onDay: (day: string | undefined, index: number) => void
  onDone: () => void
  /** Hears the text as it is typed, and of Tab and Enter before the picker does. */
  onTyped?: (text: string) => void
  onLeave?: () => void
  /** An emptied field of a form is left, or Enter is pressed in it: true where there was a day to take away, which the picker would bring back. */
  onEmptied?: () => boolean
  children: ReactNode
}

const isSearched = (input: HTMLInputElement): boolean => input.closest('form[role="search"]') !== null
const isDay = (text: string): boolean => text === '' || dayjs(text, FORMATS, true).isValid()

/**
 * Enter in a field: what was typed is taken, and the keyboard goes on. A text that is no day is refused where it stands, and named when the
 * field is left without it. What is typed after a press into the field replaces the day that stood there.
 */
function EnterMovesOn({ onDay, onDone, onTyped, onLeave, onEmptied, children }: EnterProps) {
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const entered = useRef<EventTarget>(null)
  const [wrong, setWrong] = useState(false)
  // What hangs from the field, its calendar, is in the tree but not in the box.
  const inputOf = ({ target }: SyntheticEvent) => (target instanceof HTMLInputElement && box.current?.contains(target) ? target : null)
  const pressed = (event: SyntheticEvent) => {
    const input = inputOf(event)
    entered.current = input === document.activeElement ? null : input
  }
  const released = (event: SyntheticEvent) => {
    // A day was chosen from the calendar, or is typed anew.
    setWrong(false)
    const input = inputOf(event)
    if (input && input === entered.current && input.selectionStart === input.selectionEnd) input.select()
  }
  const emptied = (input: HTMLInputElement) => input.value.trim() === '' && !isSearched(input) && onEmptied?.() === true
  const byKey = (event: KeyboardEvent) => {
    const input = inputOf(event)
    if (!input || !box.current) return
    setWrong(false)
    const text = input.value.trim()
    if (event.key === 'Enter' && !isDay(text)) {
      event.preventDefault()
      event.stopPropagation()
      setWrong(true)
      return input.select()
    }
    if (event.key === 'Tab' || event.key === 'Enter') onLeave?.()
    if (event.key === 'Tab') emptied(input)
    if (event.key !== 'Enter') return
    // In a form Enter is the form's own.
    if (!isSearched(input)) {
      if (!emptied(input)) return
      event.preventDefault()
      return event.stopPropagation()
    }
    event.preventDefault()
    event.stopPropagation()
    const fields = [...box.current.querySelectorAll('input')]
    const at = fields.indexOf(input)
    onDay(text === '' ? undefined : write(dayjs(text, FORMATS, true)), at)
    const next = fields[at + 1]
    if (next) {
      next.focus()
      return next.select()
    }
    onDone()
    input.form?.requestSubmit()
  }
  return (
    <div
      ref={box}
      className="bt-enter"
      onPointerDownCapture={pressed}
      onClickCapture={released}
      onKeyDownCapture={byKey}
      onInputCapture={({ target }) => onTyped?.((target as HTMLInputElement).value)}
      onBlurCapture={(event) => {
        // The picker puts back the day that stood there.
        const input = inputOf(event)
        if (input && !isDay(input.value.trim())) setWrong(true)
        if (input) emptied(input)
      }}
    >
      {children}
      {wrong && (
        <span className="bt-field-fault" role="alert">
          {ruleText('date', language)}
        </span>
      )}
    </div>
  )
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
  const [open, setOpen] = useState(false)
  const typed = useRef<string>(undefined)
  // One that was typed is taken all the same: the field says what is wrong with it, where the picker would drop it without a word.
  const disabled = (at: Dayjs) => {
    const day = write(at) ?? ''
    return day < today() && day !== typed.current && day !== value
  }
  return (
    <EnterMovesOn
      onDay={(day) => onChange?.(day)}
      onDone={() => setOpen(false)}
      onTyped={(text) => {
        typed.current = write(dayjs(text, FORMATS, true))
      }}
      onLeave={() => {
        if (fromToday) return
        if (typed.current !== undefined) onChange?.(typed.current)
        setOpen(false)
      }}
      onEmptied={() => {
        if (!value || rest.allowClear === false) return false
        onChange?.(undefined)
        setOpen(false)
        return true
      }}
    >
      <DatePicker
        {...rest}
        {...(fromToday ? { disabledDate: disabled } : { open, onOpenChange: setOpen })}
        {...(onBlur ? { onBlur } : {})}
        placeholder={t('list.chooseDay')}
        className="bt-wide"
        format={FORMATS}
        value={read(value)}
        onChange={(day) => {
          typed.current = undefined
          onChange?.(write(day))
        }}
      />
    </EnterMovesOn>
  )
}

export type DayPair = readonly [string | undefined, string | undefined]

interface RangeProps {
  value?: DayPair
  onChange?: (value: DayPair) => void
  id?: string
  allowClear?: boolean
}

/** First and last day, both included, with the periods people ask for. The wrong way round they stay as they were typed: the contract refuses them. */
export function DateRangeInput({ value, onChange, id, allowClear = true }: RangeProps) {
  const t = useShellText()
  useDayLanguage()
  const [open, setOpen] = useState(false)
  const take = (days: readonly (Dayjs | null)[] | null) => onChange?.([write(days?.[0]), write(days?.[1])])
  return (
    <EnterMovesOn onDay={(day, at) => onChange?.(at === 0 ? [day, value?.[1]] : [value?.[0], day])} onDone={() => setOpen(false)}>
      <DatePicker.RangePicker
        {...(id ? { id: { start: id, end: `${id}-end` } } : {})}
        className="bt-wide"
        format={FORMATS}
        order={false}
        allowClear={allowClear}
        allowEmpty={[true, true]}
        placeholder={[t('list.firstDay'), t('list.lastDay')]}
        open={open}
        onOpenChange={setOpen}
        value={[read(value?.[0]), read(value?.[1])]}
        // Each day as soon as it is known: one that was typed counts whatever is pressed next.
        onCalendarChange={take}
        onChange={take}
        presets={PERIODS.map((name) => ({
          label: periodWords(t, name),
          value: (daysOf(name, today()) ?? []).map((day) => dayjs(day, WIRE)) as [Dayjs, Dayjs],
        }))}
      />
    </EnterMovesOn>
  )
}
