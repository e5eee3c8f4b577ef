import { Input } from 'antd'
import { fundBanks } from '#core/payouts/contract/funds.ts'
import { payoutOptions } from '#core/payouts/contract/lists.ts'
import { programmeOptions } from '#core/payouts/contract/programmes.ts'
import { openLines } from '#core/payouts/contract/versions.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'

interface Option {
  id: string
  code: string
  name: string
}
const find = (id: string) => ({ ids: [id] })
const search = (text: string) => ({ text })
const option = ({ id, name, code }: Option) => ({ value: id, label: name, hint: code })
const byCode = ({ id, name, code }: Option) => ({ value: id, label: code, hint: name })

export function ProgrammeSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} find={find} option={option} contract={programmeOptions} search={search} />
}
ProgrammeSelect.Name = ({ value }: { value: string }) => <RemoteName find={find} option={option} contract={programmeOptions} value={value} />

export function BankSelect(props: FilterInputProps) {
  return <RemoteSelect {...props} find={find} option={option} contract={fundBanks} search={search} />
}

export function PayoutSelect(props: FilterInputProps & { placeholder?: string }) {
  return <RemoteSelect {...props} find={find} option={byCode} contract={payoutOptions} search={search} />
}
PayoutSelect.Name = ({ value }: { value: string }) => <RemoteName find={find} option={byCode} contract={payoutOptions} value={value} />

/** A line of a list that may still change. */
export function LineSelect({ listId, ...props }: FilterInputProps & { listId: string }) {
  return <RemoteSelect {...props} find={(id) => ({ listId, ids: [id] })} option={option} contract={openLines} search={(text) => ({ listId, text })} />
}

/** A month, typed as people write it. */
export function MonthInput({ value, onChange, ...rest }: FilterInputProps) {
  return (
    <Input
      {...rest}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange?.(target.value)}
      placeholder="MM/YYYY"
      maxLength={7}
      inputMode="numeric"
      autoComplete="off"
      style={{ width: '100%' }}
    />
  )
}
