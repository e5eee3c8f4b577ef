import { Select } from 'antd'
import { createContext, useContext } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { Field } from '#platform/web/kit/form/field.tsx'
import { RemoteMultiSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { type Schedule, searchRecipients } from '../contract/schedule.ts'
import { words } from './words.ts'

/** The report that is sent: who may receive it goes by it. */
export const SentReport = createContext('')

/** When a report is sent, about what and to whom. */
export function ScheduleFields({ record }: { record?: Schedule | undefined }) {
  return (
    <>
      <Field name="frequency" />
      <Field name="hour">
        <HourSelect />
      </Field>
      <Field name="period" />
      <Field name="format" />
      <Field name="recipients">
        <PeopleSelect known={record?.recipients ?? []} />
      </Field>
    </>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))

function HourSelect({ value, onChange, id }: { value?: number; onChange?: (hour: number) => void; id?: string }) {
  return <Select {...(id ? { id } : {})} className="bt-wide" options={HOURS} value={value} onChange={(hour: number) => onChange?.(hour)} />
}

/** Of those who may have the report. */
function PeopleSelect(props: FilterInputProps & { known: Schedule['recipients'] }) {
  const report = useContext(SentReport)
  const labels = useLabels(words)
  return (
    <RemoteMultiSelect
      {...props}
      contract={searchRecipients}
      search={(text) => ({ report, text })}
      option={({ id, name, account }) => ({ value: id, label: `${name} (${account})` })}
      placeholder={labels.text('searchPeople')}
    />
  )
}
