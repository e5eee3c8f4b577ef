import { Select } from 'antd'
import { useContext, useState } from 'react'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { useShellText } from '../../i18n.ts'
import type { FilterInputProps } from '../list/filters.ts'
import { NeededContext } from './form-facts.ts'
import { TabLeaves } from './tab-leaves.tsx'
import { useSettled } from './use-settled.ts'
import '../kit.css'
import { useClearable } from './clearable.tsx'

type RowsOf<C> = OutputOf<C> extends readonly (infer Row)[] ? Row : never

interface Props<C extends Contract> extends FilterInputProps {
  contract: C
  /** What is asked while a person types; '' for the list that opens. */
  search: (text: string) => RawInputOf<C>
  /** Asks for what is chosen already, by its value: a link may bring it. */
  find: (value: string) => RawInputOf<C>
  option: (row: RowsOf<C>) => { value: string; label: string; hint?: string }
  /** What stands there while nothing is chosen; without it that means all, except in a form. */
  placeholder?: string
}

const TYPING_MS = 250

interface Option {
  label: string
  hint?: string
}

const shownOption = ({ data: { label, hint } }: { data: Option }) => (
  <span className="bt-option">
    <span>{label}</span>
    {hint && <small>{hint}</small>}
  </span>
)

/** Chooses one record of a list which the server searches: units, merchants, partners. */
export function RemoteSelect<C extends Contract>({
  contract,
  search,
  find,
  option: optionOf,
  placeholder,
  value,
  onChange,
  id,
  onBlur,
  'aria-label': name,
}: Props<C>) {
  const t = useShellText()
  const clearable = useClearable()
  const needed = useContext(NeededContext)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useSettled(typed, TYPING_MS)
  const chosen = typeof value === 'string' && value !== '' ? value : undefined
  const found = useContractQuery(contract, search(text), { enabled: open, keepPrevious: true, quiet: true, staleTime: 60_000 })
  const options = ((found.data ?? []) as RowsOf<C>[]).map(optionOf)
  const known = chosen !== undefined && options.some((option) => option.value === chosen)
  const own = useContractQuery(contract, find(chosen ?? '0'), { enabled: chosen !== undefined && !known, quiet: true, staleTime: 60_000 })
  const named = known ? [] : ((own.data ?? []) as RowsOf<C>[]).map(optionOf)
  return (
    <Select
      {...(id ? { id } : {})}
      {...(name ? { 'aria-label': name } : {})}
      {...(onBlur ? { onBlur } : {})}
      className="bt-wide"
      allowClear={clearable}
      placeholder={placeholder ?? t(needed === undefined ? 'common.all' : 'common.choose')}
      loading={open && found.isFetching}
      notFoundContent={found.isFetching ? t('common.loading') : t('common.empty')}
      // What is chosen keeps its name when it is not among the first; among what is searched for it has no place.
      options={open && text !== '' ? options : [...options, ...named]}
      optionRender={shownOption}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={chosen}
      onChange={(next: string | undefined) => onChange?.(next)}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
    />
  )
}

/** Chooses several records of a list which the server searches; each keeps its name once it is chosen. */
export function RemoteMultiSelect<C extends Contract>({
  contract,
  search,
  option,
  placeholder,
  known = [],
  value,
  onChange,
  ...rest
}: Omit<Props<C>, 'find'> & { known?: readonly RowsOf<C>[] }) {
  const t = useShellText()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useSettled(typed, TYPING_MS)
  const found = useContractQuery(contract, search(text), { enabled: open, keepPrevious: true, quiet: true, staleTime: 60_000 })
  const names = new Map(known.map(option).map((one) => [one.value, one.label]))
  return (
    <TabLeaves>
      <Select
        {...rest}
        mode="multiple"
        className="bt-wide"
        placeholder={placeholder ?? t('common.choose')}
        loading={open && found.isFetching}
        notFoundContent={found.isFetching ? t('common.loading') : t('common.empty')}
        options={((found.data ?? []) as RowsOf<C>[]).map(option)}
        optionRender={shownOption}
        labelRender={({ label, value: chosen }) => label ?? names.get(String(chosen)) ?? chosen}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next: string[]) => {
          setTyped('')
          onChange?.(next)
        }}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) setTyped('')
        }}
      />
    </TabLeaves>
  )
}

/** The name of one that was chosen. */
export function RemoteName<C extends Contract>({ contract, value, find, option }: Pick<Props<C>, 'contract' | 'find' | 'option'> & { value: string }) {
  const { data, isPending } = useContractQuery(contract, find(value), { quiet: true, staleTime: 60_000 })
  if (isPending) return '…'
  return ((data ?? []) as RowsOf<C>[]).map(option).find((one) => one.value === value)?.label ?? value
}
