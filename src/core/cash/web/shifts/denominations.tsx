import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { LOCALES } from '#kernel/language.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { type CountLine, DENOMINATIONS } from '../../contract/counts.ts'
import './shifts.css'
import { words } from './words.ts'

type Pieces = Partial<Record<CountLine['denomination'], string>>

const numberOf = (text: string | undefined) => Number(text === undefined || text.trim() === '' ? '0' : text.trim())
const isWrong = (text: string | undefined) => !Number.isInteger(numberOf(text)) || numberOf(text) < 0

interface Props {
  busy: boolean
  submit: string
  onSubmit: (lines: CountLine[]) => void
}

/** Pieces by denomination: Enter goes on to the next, the last one to the button. What should be there is nowhere to be seen. */
export function Denominations({ busy, submit, onSubmit }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [pieces, setPieces] = useState<Pieces>({})
  const inputs = useRef<(InputRef | null)[]>([])
  const button = useRef<HTMLButtonElement>(null)
  const wrong = DENOMINATIONS.some((denomination) => isWrong(pieces[denomination]))
  const sum = DENOMINATIONS.reduce((total, denomination) => total + (isWrong(pieces[denomination]) ? 0 : denomination * numberOf(pieces[denomination])), 0)
  const move = (event: KeyboardEvent, at: number) => {
    const to = event.key === 'Enter' || event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : at
    if (to === at) return
    event.preventDefault()
    if (to >= DENOMINATIONS.length) button.current?.focus()
    else inputs.current[Math.max(0, to)]?.focus({ cursor: 'all' })
  }
  const send = () =>
    onSubmit(DENOMINATIONS.flatMap((denomination) => (numberOf(pieces[denomination]) > 0 ? [{ denomination, pieces: numberOf(pieces[denomination]) }] : [])))
  return (
    <div className="cash-denominations">
      <table className="bt-plain-table">
        <thead>
          <tr>
            {(['denomination', 'pieces', 'amount'] as const).map((field) => (
              <th key={field} scope="col" className="bt-right">
                {labels.field('countLine', field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DENOMINATIONS.map((denomination, at) => (
            <tr key={denomination}>
              <th scope="row" className="bt-num bt-right">
                {denomination.toLocaleString(LOCALES[language])}
              </th>
              <td>
                <Input
                  ref={(input) => {
                    inputs.current[at] = input
                  }}
                  className="bt-num"
                  inputMode="numeric"
                  autoComplete="off"
                  autoFocus={at === 0}
                  maxLength={7}
                  {...(isWrong(pieces[denomination]) ? { status: 'error' as const } : {})}
                  aria-label={labels.text('piecesOf', { denomination: denomination.toLocaleString(LOCALES[language]) })}
                  value={pieces[denomination] ?? ''}
                  onChange={({ target }) => setPieces((now) => ({ ...now, [denomination]: target.value }))}
                  onKeyDown={(event) => move(event, at)}
                />
              </td>
              <td className="bt-right">{isWrong(pieces[denomination]) ? '—' : <MoneyText value={String(denomination * numberOf(pieces[denomination]))} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="cash-total" aria-live="polite">
        <strong>
          {labels.text('counted')} <MoneyText value={String(sum)} />
        </strong>
        <span>{wrong ? labels.text('piecesWrong') : amountInWords(String(sum), language)}</span>
      </p>
      <Button ref={button} type="primary" loading={busy} disabled={wrong} onClick={send}>
        {submit}
      </Button>
    </div>
  )
}
