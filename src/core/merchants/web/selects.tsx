import { Form, Select } from 'antd'
import { locationCommunes, locationProvinces } from '#core/masterdata/contract/areas/location.ts'
import { searchCode } from '#core/masterdata/contract/lists/global-list.ts'
import type { findMerchant } from '#core/merchants/contract/merchants.ts'
import { planOptions } from '#core/merchants/contract/plans.ts'
import { BANKS, BUSINESS_LINES } from '#core/merchants/contract/words.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { matchesText } from '#kernel/text.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { words } from './words.ts'

const LATER = { staleTime: 600_000, quiet: true }

const plan = {
  contract: planOptions,
  find: (id: string) => ({ ids: [id] }),
  option: ({ id, name, code }: { id: string; name: string; code: string }) => ({ value: id, label: name, hint: code }),
}

/** A fee plan that is in use; without one the product policy counts. */
export function PlanSelect(props: FilterInputProps & { placeholder?: string }) {
  return <RemoteSelect {...props} {...plan} search={(text) => ({ text })} />
}
PlanSelect.Name = ({ value }: { value: string }) => <RemoteName {...plan} value={value} />

interface ChoiceProps extends FilterInputProps {
  choices: readonly { value: string; label: string; disabled?: boolean }[]
  loading: boolean
  disabled?: boolean
  placeholder?: string
  clearable?: false | ReturnType<typeof useClearable>
}

/** One of a few hundred choices, found by typing. */
function Choice({ value, onChange, id, onBlur, choices, loading, disabled = false, placeholder, clearable = false }: ChoiceProps) {
  const t = useShellText()
  return (
    <Select
      {...(id ? { id } : {})}
      {...(onBlur ? { onBlur } : {})}
      className="bt-wide"
      disabled={disabled}
      loading={loading}
      allowClear={clearable}
      placeholder={placeholder ?? t('common.choose')}
      options={[...choices]}
      showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen)}
    />
  )
}

/** A bank of the list that people amend, by its six digits. */
export function BankChoice(props: FilterInputProps) {
  const { data = [], isFetching } = useContractQuery(searchCode, { code: BANKS }, LATER)
  return <Choice {...props} loading={isFetching} choices={data.map(({ key, value }) => ({ value: key, label: `${value} (${key})` }))} />
}

/** A bank as a condition: by its name, all where none is chosen. */
export function BankSelect({ value, ...props }: FilterInputProps) {
  const t = useShellText()
  const clearable = useClearable()
  const { data = [], isFetching } = useContractQuery(searchCode, { code: BANKS }, LATER)
  const choices = data.map(({ key, value: label }) => ({ value: key, label: `${label} (${key})` }))
  return <Choice {...props} value={value} loading={isFetching} choices={choices} placeholder={t('common.all')} clearable={clearable} />
}
BankSelect.Name = BankName

function BankName({ value }: { value: string }) {
  const { data = [] } = useContractQuery(searchCode, { code: BANKS }, LATER)
  return data.find(({ key }) => key === value)?.value ?? value
}

export function BusinessLineSelect(props: FilterInputProps) {
  const { data = [], isFetching } = useContractQuery(searchCode, { code: BUSINESS_LINES }, LATER)
  return <Choice {...props} loading={isFetching} choices={data.map(({ key, value }) => ({ value: key, label: value }))} />
}

const usePlaces = (places: readonly { code: string; name: string; nameEn: string }[]) => {
  const language = useLanguage()
  return places.map(({ code, name, nameEn }) => ({ value: code, label: language === 'en' ? nameEn : name }))
}

/** A province of today; the commune of another one is forgotten. */
export function ProvinceChoice({ onChange, ...props }: FilterInputProps) {
  const form = Form.useFormInstance()
  const { data = [], isFetching } = useContractQuery(locationProvinces, {}, LATER)
  const change = (code: unknown) => {
    form.setFieldValue('communeCode', undefined)
    onChange?.(code)
  }
  return <Choice {...props} loading={isFetching} choices={usePlaces(data)} onChange={change} />
}

/** A commune of the province that is chosen beside it. */
export function CommuneChoice(props: FilterInputProps) {
  const provinceCode = Form.useWatch<string | undefined>('provinceCode')
  const { data = [], isFetching } = useContractQuery(
    locationCommunes,
    { provinceCode: provinceCode ?? '00' },
    { ...LATER, enabled: provinceCode !== undefined },
  )
  return <Choice {...props} disabled={provinceCode === undefined} loading={isFetching} choices={usePlaces(data)} />
}

interface NumberProps extends FilterInputProps {
  numbers: OutputOf<typeof findMerchant>['numbers']
}

/** A number of the record; one that has just come cannot confirm anything yet. Who answers there is filled in. */
export function NumberChoice({ numbers, ...props }: NumberProps) {
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  const choices = numbers.map(({ phone, name, role, since, youngUntil }) => {
    const known =
      since !== null &&
      labels.text(youngUntil === null ? 'numberSince' : 'numberYoung', { since: showTimestamp(since), until: showTimestamp(youngUntil ?? since) })
    return { value: phone, label: [phone, name || labels.text('ownNumber'), role, known].filter(Boolean).join(' · '), disabled: youngUntil !== null }
  })
  const choose = (chosen: unknown) => {
    props.onChange?.(chosen as never)
    const name = numbers.find(({ phone }) => phone === chosen)?.name
    if (name) form.setFieldValue('calledName', name)
  }
  return <Choice {...props} loading={false} choices={choices} onChange={choose} />
}
