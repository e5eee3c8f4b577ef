import { Select } from 'antd'
import { useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { Field } from '#platform/web/kit/form/field.tsx'
import { searchRecipients } from '../contract/schedule.ts'
import { words } from './words.ts'

/** When a report is sent, about what and to whom. */
export function ScheduleFields() {
  return (
    <>
      <Field name="frequency" />
      <Field name="hour">
        <HourSelect />
      </Field>
      <Field name="period" />
      <Field name="format" />
      <Field name="recipients">
        <PeopleSelect />
      </Field>
    </>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))

function HourSelect({ value, onChange, id }: { value?: number; onChange?: (hour: number) => void; id?: string }) {
  return <Select {...(id ? { id } : {})} className="bt-wide" options={HOURS} value={value} onChange={(hour: number) => onChange?.(hour)} />
}

interface PeopleProps {
  value?: readonly string[]
  onChange?: (ids: string[]) => void
  id?: string
}

/** Chooses people whom the server searches; names of those chosen stay known while something else is searched for. */
function PeopleSelect({ value = [], onChange, id }: PeopleProps) {
  const labels = useLabels(words)
  const t = useShellText()
  const [text, setText] = useState('')
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const { data = [], isFetching } = useContractQuery(searchRecipients, { text }, { quiet: true, keepPrevious: true })
  const options = data.map(({ id: user, name, account }) => ({ value: user, label: `${name} (${account})` }))
  const chosen = value.filter((one) => !options.some((option) => option.value === one)).map((one) => ({ value: one, label: names[one] ?? one }))
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      className="bt-wide"
      placeholder={labels.text('searchPeople')}
      notFoundContent={isFetching ? t('common.loading') : t('common.empty')}
      options={text === '' ? [...options, ...chosen] : options}
      showSearch={{ filterOption: false, onSearch: setText }}
      value={[...value]}
      onChange={(ids: string[]) => {
        setNames({ ...names, ...Object.fromEntries(options.map((option) => [option.value, option.label])) })
        setText('')
        onChange?.(ids)
      }}
    />
  )
}
