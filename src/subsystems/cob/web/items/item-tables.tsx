import { slipMachine } from '#core/cash/contract/counter/slip.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import type { findItem, ItemPayout, ItemPosition } from '../../contract/items.ts'
import { senderPayoutPath } from '../paths.ts'
import { words } from './words.ts'

function Heads({ names }: { names: readonly { name: string; right?: boolean }[] }) {
  return (
    <thead>
      <tr>
        {names.map(({ name, right = false }) => (
          <th key={name} scope="col" className={right ? 'bt-right' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** What postmen took and gave of an item, by the books. */
export function Positions({ positions }: { positions: readonly ItemPosition[] }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const kinds = useNames('cob.items.positionKind')
  if (positions.length === 0) return <p className="bt-none">{labels.text('noPositions')}</p>
  const heads = [labels.text('businessDate'), labels.text('positionKind'), labels.field('item', 'courierName'), labels.field('item', 'dueOn')]
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <Heads names={[...heads.map((name) => ({ name })), { name: labels.text('amount'), right: true }]} />
        <tbody>
          {positions.map(({ id, businessDate, kind, courierName, unitName, dueOn, amount }) => (
            <tr key={id}>
              <td className="bt-num">{showDate(businessDate)}</td>
              <td>{kinds.enumValue('cob.items.positionKind', kind)}</td>
              <td>
                {courierName}
                <div className="bt-none">{unitName}</div>
              </td>
              <td className="bt-num">{showDate(dueOn)}</td>
              <td className="bt-num bt-right">{showMoney(amount, language, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Who was paid it, at which till, and by whom. */
export function Payouts({ payouts }: { payouts: readonly ItemPayout[] }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const heads = [labels.text('paidAt'), labels.text('payoutCode'), labels.text('paidWhere'), labels.text('paidTo')]
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <Heads names={[...heads.map((name) => ({ name })), { name: labels.text('amount'), right: true }]} />
        <tbody>
          {payouts.map(({ transactionId, at, code, status, unitName, tillCode, tellerName, personName, amount }) => (
            <tr key={transactionId}>
              <td className="bt-num">{showTimestamp(at)}</td>
              <td>
                <PageLink to={senderPayoutPath(transactionId)}>{code}</PageLink>
                <div>
                  <StatusTag machine={slipMachine.name} value={status} tone={slipMachine.states[status].tone} />
                </div>
              </td>
              <td>
                {unitName} · {tillCode}
                <div className="bt-none">{tellerName}</div>
              </td>
              <td>{personName}</td>
              <td className="bt-num bt-right">{showMoney(amount, language, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Amounts that it was to collect before. */
export function Changes({ changes }: { changes: OutputOf<typeof findItem>['amountChanges'] }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const right = [labels.text('before'), labels.text('after')].map((name) => ({ name, right: true }))
  return (
    <div className="bt-plain-table-scroll">
      <table className="bt-plain-table bt-plain-table-read">
        <Heads names={[{ name: labels.text('decidedAt') }, { name: labels.text('decidedBy') }, { name: labels.field('item', 'reason') }, ...right]} />
        <tbody>
          {changes.map(({ id, decidedAt, decidedBy, reason, afterOut, before, after }) => (
            <tr key={id}>
              <td className="bt-num">{showTimestamp(decidedAt)}</td>
              <td>{decidedBy}</td>
              <td>
                {reason}
                {afterOut && <div className="bt-none">{labels.text('afterOut')}</div>}
              </td>
              <td className="bt-num bt-right">{showMoney(before, language, 0)}</td>
              <td className="bt-num bt-right">{showMoney(after, language, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
