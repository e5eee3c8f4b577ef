import { Alert, Button, Input } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { showDate } from '#kernel/dates.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { findPayables, type Payable } from '../../contract/counter/pay.ts'
import { type Scanned, scanned } from './scan.ts'
import { words } from './words.ts'

type Choose = (payable: Payable, card: Scanned | undefined) => void

/** What a person may be paid, by a whole code or number, a scanned card or a name; the first that can be paid has the focus. `wanted`: looked for at once. */
export function FindPayable({ onChoose, wanted }: { onChoose: Choose; wanted: string }) {
  const labels = useLabels(words)
  const [text, setText] = useState(wanted)
  const [found, setFound] = useState<{ found: readonly Payable[]; more: boolean; card: Scanned | undefined } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const command = useContractCommand(findPayables, { quiet: true })
  const search = async () => {
    setRefusal(null)
    setFound(null)
    const card = scanned(text)
    if (card) setText(card.identityNumber)
    try {
      setFound({ ...(await command.mutateAsync({ text: card?.identityNumber ?? text.trim() })), card })
    } catch (error) {
      setRefusal(reasonsOf(error).join(' '))
    }
  }
  const begin = useRef(search)
  useEffect(() => {
    if (wanted !== '') void begin.current()
  }, [wanted])
  return (
    <Section title={labels.field('claim', 'text')}>
      <form
        className="cash-pay-search"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') void search()
        }}
      >
        <Input
          autoFocus
          size="large"
          className="bt-num"
          aria-label={labels.field('claim', 'text')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="large" type="primary" htmlType="submit" loading={command.isPending}>
          {labels.text('search')}
        </Button>
      </form>
      <p className="bt-none">{labels.text(found && found.found.length > 0 ? 'choose' : 'searchHint')}</p>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      {found?.found.length === 0 && <Alert type="info" showIcon title={labels.text('nothing')} role="status" />}
      {found?.more && <Alert type="info" showIcon title={labels.text('more')} role="status" />}
      {found && found.found.length > 0 && <Results found={found.found} onChoose={(payable) => onChoose(payable, found.card)} />}
    </Section>
  )
}

function Results({ found, onChoose }: { found: readonly Payable[]; onChoose: (payable: Payable) => void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('button')?.focus()
  }, [])
  return (
    <ul className="cash-pay-found" ref={list} onKeyDown={moveFocus}>
      {found.map((payable) => (
        <li key={`${payable.kind} ${payable.code} ${payable.to}`}>
          <Result payable={payable} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

function Result({ payable, onChoose }: { payable: Payable; onChoose: (payable: Payable) => void }) {
  const labels = useLabels(words)
  const { kind, code, to, name, identityNumber, birthDate, amount, about, hindrance, path } = payable
  const facts = [labels.enumValue('cash.counter.payTo', to), identityNumber, birthDate && showDate(birthDate)].filter(Boolean).join(' · ')
  return (
    <>
      <button type="button" className="cash-pay-item" disabled={hindrance !== null} onClick={() => onChoose(payable)}>
        <span>
          <strong>{name}</strong>
          <span className="bt-none">{facts}</span>
        </span>
        <span>
          <span className="bt-num">{code}</span>
          <span className="bt-none">
            {labels.enumValue('cash.counter.sourceKind', kind)} · {about}
          </span>
        </span>
        <strong className="bt-right">
          <MoneyText value={amount} />
        </strong>
      </button>
      {hindrance !== null && <Alert type="warning" showIcon title={hindrance} role="alert" action={path && <PageLink to={path}>{code}</PageLink>} />}
    </>
  )
}

/** The arrow keys go through what was found. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.cash-pay-item:not(:disabled)')]
  const at = all.indexOf(document.activeElement as HTMLButtonElement)
  all[Math.min(all.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
}
