import { Select } from 'antd'
import type { ComponentType } from 'react'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { RemoteName, RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import type { FilterInput, FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { words } from './words.ts'

type Partners = ReconciliationContracts['setups']['partners'] | RequestContracts['partners']
type People = ReconciliationContracts['breaks']['people']

const search = (text: string) => ({ text })
const find = (id: string) => ({ ids: [id] })
const named = ({ id, code, name }: { id: string; code: string; name: string }) => ({ value: id, label: name, hint: code })
const person = ({ id, name, account }: { id: string; name: string; account: string }) => ({ value: id, label: name, hint: account })

type Props<C> = FilterInputProps & { contract: C; placeholder?: string }

function PartnerSelect({ contract, ...props }: Props<Partners>) {
  return <RemoteSelect {...props} contract={contract} find={find} option={named} search={search} />
}

function PartnerName({ contract, value }: { contract: Partners; value: string }) {
  return <RemoteName contract={contract} find={find} option={named} value={value} />
}

/** Somebody who handles breaks. */
export function PersonSelect({ contract, ...props }: Props<People>) {
  return <RemoteSelect {...props} contract={contract} find={find} option={person} search={search} />
}

function PersonName({ contract, value }: { contract: People; value: string }) {
  return <RemoteName contract={contract} find={find} option={person} value={value} />
}

const of =
  <P extends object, C>(Part: ComponentType<P & { contract: C }>, contract: C): ComponentType<P> =>
  (props) => <Part {...props} contract={contract} />

/** A partner, and somebody who handles breaks, as inputs of a filter or a form. */
export const partnerInput = (contract: Partners): FilterInput =>
  Object.assign(of<FilterInputProps, Partners>(PartnerSelect, contract), { Name: of<{ value: string }, Partners>(PartnerName, contract) })
export const personInput = (contract: People): FilterInput =>
  Object.assign(of<FilterInputProps, People>(PersonSelect, contract), { Name: of<{ value: string }, People>(PersonName, contract) })

/** A configuration in force, of those of the desk. */
export function SetupSelect({ contracts, value, onChange, ...rest }: FilterInputProps & { contracts: ReconciliationContracts }) {
  const t = useShellText()
  const labels = useLabels(words)
  const query = useContractQuery(
    contracts.setups.list,
    { searchSdi: { status: 'ACTIVE' }, pageInfo: { currentPage: 1, pageSize: 100 } },
    { quiet: true, staleTime: 60_000 },
  )
  return (
    <Select
      {...rest}
      className="bt-wide"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('common.choose')}
      loading={query.isPending}
      notFoundContent={labels.text('noSetups')}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      options={(query.data?.result ?? []).map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }))}
      onChange={(id) => onChange?.(id)}
    />
  )
}
