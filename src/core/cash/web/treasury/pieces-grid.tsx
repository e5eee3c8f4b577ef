import { InputNumber } from 'antd'
import type { KeyboardEvent } from 'react'
import { DENOMINATIONS, type PieceCount, worthOf } from '#core/cash/contract/denominations.ts'
import { formatMoney, isMoney, parseMoney, showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { words } from './words.ts'
import './treasury.css'

interface Props {
  value?: readonly PieceCount[]
  onChange?: (pieces: PieceCount[]) => void
  /** What the pieces should add up to; without it nothing is compared. */
  amount?: string | undefined
  id?: string
}

/** Pieces by denomination, the largest first, with their sum: Enter goes to the next line. */
export function PiecesGrid({ value = [], onChange, amount, id }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const counted = new Map(value.map(({ denomination, pieces }) => [denomination, pieces]))
  const total = worthOf(value)
  const set = (denomination: number, pieces: number | null) => {
    const next = new Map(counted)
    if (pieces === null) next.delete(denomination)
    else next.set(denomination, pieces)
    onChange?.(DENOMINATIONS.flatMap((one) => (next.has(one) ? [{ denomination: one, pieces: next.get(one) as number }] : [])))
  }
  const show = (worth: bigint) => showMoney(formatMoney(worth), language, 0)
  return (
    <table className="cash-pieces" id={id}>
      <thead>
        <tr>
          <th scope="col">{labels.field('pieces', 'denomination')}</th>
          <th scope="col">{labels.field('pieces', 'pieces')}</th>
          <th scope="col">{labels.field('pieces', 'worth')}</th>
        </tr>
      </thead>
      <tbody>
        {DENOMINATIONS.map((denomination) => (
          <tr key={denomination}>
            <th scope="row" className="bt-num">
              {show(BigInt(denomination) * 100n)}
            </th>
            <td>
              <InputNumber
                aria-label={`${labels.field('pieces', 'pieces')} ${show(BigInt(denomination) * 100n)}`}
                className="bt-wide"
                size="small"
                controls={false}
                precision={0}
                value={counted.get(denomination) ?? null}
                onChange={(pieces) => set(denomination, pieces)}
                onKeyDown={nextLine}
              />
            </td>
            <td className="bt-num">{counted.get(denomination) ? show(BigInt(denomination) * BigInt(counted.get(denomination) ?? 0) * 100n) : ''}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {labels.text('piecesTotal')}
          </th>
          <td className="bt-num" data-total>
            {show(total)}
          </td>
        </tr>
        {amount !== undefined && isMoney(amount) && (
          <tr>
            <td colSpan={3} role="status">
              <Compared total={total} amount={parseMoney(amount)} />
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

function Compared({ total, amount }: { total: bigint; amount: bigint }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const gap = total - amount
  if (gap === 0n) return <span className="bt-tone-success">{labels.text('piecesMatch')}</span>
  const size = showMoney(formatMoney(gap < 0n ? -gap : gap), language, 0)
  return <span className="bt-tone-attention">{labels.text(gap < 0n ? 'piecesShort' : 'piecesOver', { amount: size })}</span>
}

/** Enter and the arrows go from line to line; the form is sent with Ctrl Enter. */
function nextLine(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) ? 1 : 0
  if (step === 0) return
  event.preventDefault()
  event.stopPropagation()
  const inputs = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
  const next = inputs[inputs.indexOf(event.currentTarget) + step]
  next?.focus()
  next?.select()
}
