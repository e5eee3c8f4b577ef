import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { RequestBanner } from '#core/approvals/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { cashOrdersTopic, listCashOrders } from '../../contract/counter/cash-order.ts'
import { type Payable, PayClaim, PayOrder, payDesk, proposeResult } from '../../contract/counter/pay.ts'
import { printCounterSlip } from '../../contract/counter/slip.ts'
import { PrintButton } from '../shifts/print-button.tsx'
import { ClaimForm } from './claim-form.tsx'
import { HandOver } from './hand-over.tsx'
import './pay.css'
import { FindPayable } from './find-payable.tsx'
import type { Scanned } from './scan.ts'
import { words } from './words.ts'

export interface PayPaths {
  myShift: string
  orders: string
}

export const PAY_ENTITY = 'cash.counter.claim'

const propose = act<typeof proposeResult, PayClaim>(proposeResult, {
  key: 'proposeResult',
  ask: ['made', 'reason'],
  when: ({ status, pendingRequestId }) => status === 'UNKNOWN' && pendingRequestId === null,
  invalidates: [payDesk],
})

type Desk = OutputOf<typeof payDesk>

/** A teller pays what people come for: find, check the papers, hand the cash over, confirm, print; by keyboard alone. */
function PayScreen({ paths }: { paths: PayPaths }) {
  const query = useContractQuery(payDesk, {}, { quiet: true })
  const labels = useLabels(words)
  useLiveReads(cashOrdersTopic, payDesk)
  const { data } = query
  if (!data) return <Waiting query={query} />
  return (
    <article className="cash-pay">
      {data.claims
        .filter(({ status }) => status === 'UNKNOWN')
        .map((claim) => (
          <Unknown key={claim.id} claim={claim} />
        ))}
      {data.claims
        .filter(({ status, channel }) => status === 'CLAIMED' && channel !== null)
        .map(({ id, sourceCode, personName, channel }) => (
          <Alert key={id} type="info" showIcon title={`${sourceCode} · ${personName}`} description={labels.text('channelClaim', { channel: channel ?? '' })} />
        ))}
      {data.till ? (
        <Paying desk={data} paths={paths} onOver={() => void query.refetch()} />
      ) : (
        <Alert type="info" showIcon title={labels.text('noShift')} action={<PageLink to={paths.myShift}>{labels.text('toShift')}</PageLink>} />
      )}
    </article>
  )
}

function Paying({ desk, paths, onOver }: { desk: Desk; paths: PayPaths; onOver: () => void }) {
  const labels = useLabels(words)
  const [chosen, setChosen] = useState<{ payable: Payable; card: Scanned | undefined } | null>(null)
  const [done, setDone] = useState<PayClaim | null>(null)
  const [wanted, setWanted] = useState('')
  const { till, claims, paid, now, orders } = desk
  const held = claims.find(({ status, channel }) => status === 'CLAIMED' && channel === null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const before = useRef<string>(undefined)
  // Whatever becomes of what is held, the next one is looked for; what another window has paid is paid here, too.
  useEffect(() => {
    if (held) setChosen(null)
    else setDone((known) => known ?? paid.find(({ id }) => id === before.current) ?? null)
    before.current = held?.id
  }, [held, paid])
  const again = () => {
    setChosen(null)
    setDone(null)
    setRefusal(null)
    setWanted('')
  }
  const pay = (code: string) => {
    setChosen(null)
    setDone(null)
    setRefusal(null)
    setWanted(code)
  }
  return (
    <>
      <p className="cash-pay-till">{labels.text('till', { till: till?.code ?? '', unit: till?.unitName ?? '' })}</p>
      {refusal && !held && !done && <Alert type="warning" showIcon role="alert" title={refusal} />}
      {held ? (
        <HandOver
          key={held.id}
          claim={held}
          now={now}
          refusal={refusal}
          onRefused={setRefusal}
          onOver={onOver}
          onPaid={() => {
            setChosen(null)
            setDone(held)
          }}
        />
      ) : done ? (
        <Done claim={done} onNext={again} />
      ) : chosen ? (
        <ClaimForm {...chosen} onBack={again} orders={paths.orders} ordersRead={listCashOrders} />
      ) : (
        <FindPayable key={wanted} wanted={wanted} onChoose={(payable, card) => setChosen({ payable, card })} />
      )}
      {orders.length > 0 && !held && <Orders orders={orders} onPay={pay} />}
      {paid.length > 0 && !held && <Latest paid={paid} />}
    </>
  )
}

/** Nobody confirmed it in time: it waits for two people. */
function Unknown({ claim }: { claim: PayClaim }) {
  const labels = useLabels(words)
  if (claim.pendingRequestId !== null) return <RequestBanner requestId={claim.pendingRequestId} />
  return (
    <ActionHost entity={PAY_ENTITY} schema={PayClaim} nameOf={({ code }: PayClaim) => code}>
      <Alert
        type="warning"
        showIcon
        title={`${claim.sourceCode} · ${claim.personName}`}
        description={labels.text('unknown')}
        action={<ActionButton action={propose} row={claim} />}
      />
    </ActionHost>
  )
}

function Done({ claim, onNext }: { claim: PayClaim; onNext: () => void }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const next = useRef<HTMLButtonElement>(null)
  return (
    <Section title={claim.sourceCode}>
      <Alert type="success" showIcon role="status" title={labels.text('done', { amount: showMoney(claim.amount, language, 0), name: claim.personName })} />
      <div className="cash-bar">
        <PrintButton contract={printCounterSlip} id={claim.transactionId} label={labels.text('print')} first onPrinted={() => next.current?.focus()} />
        <Button type="primary" ref={next} onClick={onNext}>
          {labels.text('next')}
        </Button>
      </div>
    </Section>
  )
}

/** Payments of the teller's that wait for their cash orders, and those that may be made now. */
function Orders({ orders, onPay }: Pick<Desk, 'orders'> & { onPay: (code: string) => void }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('myOrders')}>
      <FieldTable
        schema={PayOrder}
        rows={orders}
        rowKey={({ id }) => id}
        entity="cash.counter.cashOrder"
        fields={['status', 'sourceCode', 'personName', 'amount', 'createdAt', 'note']}
        actions={({ status, sourceCode }) =>
          status === 'APPROVED' && (
            <Button type="primary" size="small" onClick={() => onPay(sourceCode)}>
              {labels.text('payOrder')}
            </Button>
          )
        }
      />
    </Section>
  )
}

function Latest({ paid }: Pick<Desk, 'paid'>) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('latest')}>
      <FieldTable
        schema={PayClaim}
        rows={paid}
        rowKey={({ id }) => id}
        entity={PAY_ENTITY}
        fields={['sourceCode', 'kind', 'personName', 'identityNumber', 'amount', 'paidAt']}
        actions={({ transactionId }) => <PrintButton contract={printCounterSlip} id={transactionId} label={labels.text('print')} />}
      />
    </Section>
  )
}

export default (paths: PayPaths) => () => <PayScreen paths={paths} />
