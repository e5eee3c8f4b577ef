import type { OutputOf } from '#kernel/contract.ts'
import { toneOf } from '#kernel/machine.ts'
import { parseMoney } from '#kernel/money.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { MoneyStatement } from '#platform/web/kit/detail/money-statement.tsx'
import { Timeline, type TimelineItem } from '#platform/web/kit/detail/timeline.tsx'
import { PAID_STATUSES, transactionMachine } from '../contract/transaction.ts'
import type { TransactionContracts } from '../contract/transactions.ts'
import { words } from './words.ts'

interface Shown {
  transaction: OutputOf<TransactionContracts['detail']>
}

/** What was charged and by which schedule, known once it was paid; once something was given back also what that leaves. */
export function Statement({ transaction }: Shown) {
  const labels = useLabels(words)
  const { status, refunded, feeSource, feeCode, feeRevision, currency } = transaction
  const paid = (PAID_STATUSES as readonly string[]).includes(status)
  const source = feeSource && labels.enumValue('payments.feeOrigin', feeSource)
  const origin = feeCode === null ? source : labels.text('feeOrigin', { source: source ?? '', code: feeCode, revision: feeRevision ?? 0 })
  const line = (field: 'amount' | 'fee' | 'tax' | 'net' | 'refunded' | 'feeLeft' | 'taxLeft' | 'netLeft', total = false) => ({
    label: labels.field('transaction', field),
    value: paid || field === 'amount' ? transaction[field] : null,
    note: field === 'fee' && paid ? origin : null,
    total,
  })
  const back = parseMoney(refunded) > 0n ? [line('refunded'), line('feeLeft'), line('taxLeft'), line('netLeft', true)] : []
  return <MoneyStatement title={`${labels.text('groupMoney')} (${currency})`} lines={[line('amount'), line('fee'), line('tax'), line('net', true), ...back]} />
}

/** The units from the post office up, and the partner whose channel was used. */
export function Places({ transaction: { units, partner } }: Shown) {
  const labels = useLabels(words)
  const names = useNames('organisation.unitLevel')
  return (
    <Section title={labels.text('groupPlace')}>
      <dl className="bt-fields">
        {units.toReversed().map(({ level, code, name }) => (
          <div key={code}>
            <dt>{names.enumValue('organisation.unitLevel', level)}</dt>
            <dd>{`${name} (${code})`}</dd>
          </div>
        ))}
        <div>
          <dt>{labels.field('transaction', 'partner')}</dt>
          <dd>{`${partner.name} (${partner.code})`}</dd>
        </div>
      </dl>
    </Section>
  )
}

/** Steps by which a payment is as it was, because nothing was given back. */
const REFUSED: readonly string[] = ['refuseRefund', 'refuseFurtherRefund', 'refuseCancel']

export function History({ transaction: { timeline } }: Shown) {
  const t = useShellText()
  const labels = useLabels(words)
  const items = timeline.map(
    ({ seq, step, toStatus, occurredAt, actorKind, actor, detail }): TimelineItem => ({
      key: String(seq),
      at: occurredAt,
      title: labels.enumValue('payments.timelineStep', step),
      by: [labels.enumValue('payments.actorKind', actorKind), actor.split(':')[1]].filter(Boolean).join(' · '),
      note: detail?.message ? [detail.code, detail.message].filter(Boolean).join(' – ') : null,
      tone: REFUSED.includes(step) ? 'failure' : toneOf(transactionMachine.name, toStatus),
    }),
  )
  return (
    <Section title={t('detail.timeline')}>
      <Timeline items={items} />
    </Section>
  )
}
