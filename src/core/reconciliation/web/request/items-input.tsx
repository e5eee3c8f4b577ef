import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { Button, Input, Select } from 'antd'
import { useId, useRef, useState } from 'react'
import type { RequestKind } from '#core/reconciliation/contract/machines.ts'
import { AMOUNT_KINDS, ITEMS_MAX, type RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { isMoney, parseMoney, showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useNames, useShellText } from '#platform/web/i18n.ts'
import { MoneyInput } from '#platform/web/kit/form/money-input.tsx'
import { IconButton } from '#platform/web/kit/value/icon-button.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from '../words.ts'
import { type Added, type RequestItem, withItems } from './items.ts'
import { ItemsFile } from './items-file.tsx'

type Checked = OutputOf<RequestContracts['check']>[number]

interface Props {
  contracts: RequestContracts
  kind: RequestKind | undefined
  value?: readonly RequestItem[]
  onChange?: (items: readonly RequestItem[]) => void
  id?: string
}

const TRANSACTION = 'payments.transactionStatus'

/** Codes as people paste them: one a line, or a column of a sheet with others beside it. */
const codesIn = (text: string) => text.split(/[\n,;\t]+/).flatMap((part) => part.trim() || [])

/** The transactions of a request: pasted or from a file, looked up at once, each with what stands in its way. */
export function ItemsInput({ contracts, kind, value = [], onChange, id }: Props) {
  const labels = useLabels(words)
  const [pasted, setPasted] = useState('')
  const [over, setOver] = useState(0)
  const hint = useId()
  // A file is read for a while, in which the items may change.
  const latest = useRef(value)
  latest.current = value
  const add = (more: readonly RequestItem[]): Added => {
    const added = withItems(latest.current, more)
    if (added.added > 0 || added.changed > 0) onChange?.(added.items)
    return added
  }
  const addPasted = () => {
    setOver(add(codesIn(pasted).map((code) => ({ code }))).over)
    setPasted('')
  }
  const change = (at: number, part: Partial<RequestItem>) => onChange?.(value.map((item, index) => (index === at ? { ...item, ...part } : item)))
  return (
    <div className="rec-items">
      <div className="rec-items-sources">
        <div className="rec-items-pasted">
          <Input.TextArea
            {...(id ? { id } : {})}
            aria-describedby={hint}
            rows={3}
            spellCheck={false}
            className="bt-num"
            placeholder={labels.text('itemsPaste')}
            value={pasted}
            onChange={({ target }) => {
              setPasted(target.value)
              setOver(0)
            }}
          />
          <div className="rec-items-add">
            <Button disabled={codesIn(pasted).length === 0} onClick={addPasted}>
              {labels.text('itemsAdd', { n: codesIn(pasted).length })}
            </Button>
            <span id={hint} role="status" className={over > 0 ? 'bt-negative' : 'bt-none'}>
              {over > 0 ? labels.text('itemsOver', { n: over, most: ITEMS_MAX }) : labels.text('itemsHint', { n: value.length, most: ITEMS_MAX })}
            </span>
          </div>
        </div>
        <ItemsFile contracts={contracts} kind={kind} onItems={add} />
      </div>
      {value.length > 0 && (
        <CheckedItems
          contracts={contracts}
          kind={kind}
          items={value}
          onChange={change}
          onRemove={(at) => onChange?.(value.filter((_, index) => index !== at))}
        />
      )}
    </div>
  )
}

interface TableProps {
  contracts: RequestContracts
  kind: RequestKind | undefined
  items: readonly RequestItem[]
  onChange: (at: number, part: Partial<RequestItem>) => void
  onRemove: (at: number) => void
}

/** What each code is, and what is wanted of it. */
function CheckedItems({ contracts, kind, items, onChange, onRemove }: TableProps) {
  const labels = useLabels(words)
  const t = useShellText()
  const names = useNames('reconciliation.breaks.outcome')
  const language = useLanguage()
  const breakIds = items.flatMap(({ breakId }) => breakId ?? [])
  const query = useContractQuery(
    contracts.check,
    { kind: kind ?? 'OTHER', codes: items.map(({ code }) => code), ...(breakIds.length > 0 ? { breakIds } : {}) },
    { quiet: true, keepPrevious: true, enabled: kind !== undefined, ofForm: true },
  )
  const found = new Map<string, Checked>((query.data ?? []).map((one) => [one.code, one]))
  const amounts = kind !== undefined && AMOUNT_KINDS.includes(kind)
  const money = (amount: string) => showMoney(amount, language, amount.endsWith('.00') ? 0 : 2)
  /** A refund of more than is left. Without an amount all of that is given back. */
  const beyond = ({ left }: Checked, amount = '') =>
    left !== null && isMoney(amount) && parseMoney(amount) > parseMoney(left) ? labels.text('itemLeft', { left: money(left) }) : undefined
  return (
    <div className="bt-plain-table-scroll rec-scroll" aria-busy={query.isFetching}>
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{labels.text('transaction')}</th>
            <th scope="col">{labels.text('state')}</th>
            <th scope="col" className="bt-right">
              {labels.text('amount')}
            </th>
            {amounts && (
              <th scope="col" className="bt-right">
                {labels.text('amountWanted')}
              </th>
            )}
            {kind === 'OUTCOME' && <th scope="col">{labels.text('outcomeWanted')}</th>}
            <th scope="col">{labels.text('itemCheck')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items.map(({ code, amount, outcome }, at) => {
            const one = found.get(code)
            const problem = one && (one.problem ?? (kind === 'REFUND' ? beyond(one, amount) : undefined))
            return (
              <tr key={code}>
                <td className="bt-num">{at + 1}</td>
                <th scope="row" className="bt-num">
                  {one?.transactionCode ?? code}
                  {one?.partnerName && <small>{one.partnerName}</small>}
                </th>
                <td>{one?.status && <StatusTag machine={TRANSACTION} value={one.status} />}</td>
                <td className="bt-right">{one?.amount != null && <MoneyText value={one.amount} />}</td>
                {amounts && (
                  <td>
                    <MoneyInput
                      aria-label={`${labels.text('amountWanted')} ${at + 1}`}
                      value={amount}
                      {...(kind === 'REFUND' && one?.left != null ? { placeholder: money(one.left) } : {})}
                      onChange={(next) => onChange(at, { amount: next ?? '' })}
                    />
                  </td>
                )}
                {kind === 'OUTCOME' && (
                  <td>
                    <Select
                      aria-label={`${labels.text('outcomeWanted')} ${at + 1}`}
                      className="bt-wide"
                      placeholder={t('common.choose')}
                      value={outcome}
                      options={(['SUCCEEDED', 'FAILED'] as const).map((next) => ({
                        value: next,
                        label: names.enumValue('reconciliation.breaks.outcome', next),
                      }))}
                      onChange={(next: 'SUCCEEDED' | 'FAILED') => onChange(at, { outcome: next })}
                    />
                  </td>
                )}
                <td className={problem ? 'bt-negative' : undefined}>{problem ?? (one && labels.text('itemFine'))}</td>
                <td>
                  <IconButton icon={<DeleteOutlined />} label={labels.text('itemRemove', { code })} onClick={() => onRemove(at)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
