import { Alert, Button } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { showMoney } from '#kernel/money.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { sends } from '#platform/web/kit/actions/confirm-keys.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { confirmClaim, PayClaim, payDesk, releaseClaim } from '../../contract/counter/pay.ts'
import { CASH_READS } from '../shifts/count-sheet.tsx'
import { words } from './words.ts'

interface Props {
  claim: PayClaim
  /** What time it was at the server when the claim was read. */
  now: string
  refusal: string | null
  onPaid: () => void
  /** It was refused: what is held may have come to its end elsewhere, and this goes with it. */
  onRefused: (why: string | null) => void
  /** Its minutes are over. */
  onOver: () => void
}

const SECOND_MS = 1_000
/** How often it is asked what became of a claim whose minutes are over. */
const AGAIN_MS = 5_000

/** Seconds that are left, by the server's clock: counted from its last answer, whatever the clock of this computer says. */
function useSecondsLeft(until: string, now: string): number {
  const end = useMemo(() => performance.now() + Date.parse(until) - Date.parse(now), [until, now])
  const [at, setAt] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(performance.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((end - at) / SECOND_MS))
}

const release = act<typeof releaseClaim, PayClaim>(releaseClaim, {
  key: 'release',
  danger: true,
  when: ({ status }) => status === 'CLAIMED',
  toInput: (_, { id }) => ({ id }),
  invalidates: [payDesk],
})

/** The cash goes over the counter: how much, to whom, and how long it is held; Ctrl Enter confirms. */
export function HandOver({ claim, now, refusal, onPaid, onRefused, onOver }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const command = useContractCommand(confirmClaim, { quiet: true, invalidates: [payDesk, ...CASH_READS] })
  const left = useSecondsLeft(claim.heldUntil, now)
  const over = left === 0
  const confirm = async () => {
    onRefused(null)
    try {
      await command.mutateAsync({ id: claim.id })
      onPaid()
    } catch (error) {
      onRefused(messageOf(error))
    }
  }
  const ask = useRef(onOver)
  ask.current = onOver
  useEffect(() => {
    if (!over) return
    ask.current()
    const timer = setInterval(() => ask.current(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [over])
  // Keys count here alone: the same ones answer a question that is open over it, and send forms on other pages.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!sends(event) || event.repeat || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    void confirm()
  }
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <ActionHost entity="cash.counter.claim" schema={PayClaim} nameOf={({ sourceCode }: PayClaim) => sourceCode}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it takes the focus when the slip is held, so that one key confirms */}
      <div ref={place} tabIndex={-1} className="cash-pay-place" onKeyDown={onKey}>
        <Section
          title={labels.text('handOver', { name: claim.personName })}
          extra={
            <span role="timer" className={left < 60 ? 'cash-pay-left cash-pay-late' : 'cash-pay-left'}>
              {over ? labels.text('over') : labels.text('left', { time })}
            </span>
          }
        >
          <p className="cash-pay-amount bt-num">{labels.text('dong', { amount: showMoney(claim.amount, language, 0) })}</p>
          <p>{amountInWords(claim.amount, language)}</p>
          <FieldList
            schema={PayClaim}
            value={claim}
            entity="cash.counter.claim"
            fields={['sourceCode', 'kind', 'personName', 'identityType', 'identityNumber', 'code']}
          />
          {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
          <div className="cash-bar cash-pay-end">
            <Button type="primary" size="large" title="Ctrl Enter" loading={command.isPending} onClick={() => void confirm()}>
              {labels.text('confirm')} <kbd>Ctrl Enter</kbd>
            </Button>
            <ActionButton action={release} row={claim} />
          </div>
        </Section>
      </div>
    </ActionHost>
  )
}
