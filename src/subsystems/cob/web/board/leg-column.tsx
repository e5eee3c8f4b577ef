import type { OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import { findWord, useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type BoardCard, type BoardColumn, Card as CardSchema, moneyBoard, remindCouriers } from '../../contract/board.ts'
import { cardAddress } from './addresses.ts'
import { words } from './words.ts'

const invalidates = [moneyBoard]
/** Whom a reminder has reached within the hour is not reminded again. */
const done = ({ couriers }: OutputOf<typeof remindCouriers>) => (couriers === 0 ? findWord('cob.board', ['texts', 'remindedBefore'], {}) : undefined)
const remindOne = act<typeof remindCouriers, BoardCard>(remindCouriers, {
  key: 'remind',
  invalidates,
  done,
  toInput: (_, { id }) => ({ courierIds: id === null ? [] : [id] }),
})
const remindLate = act<typeof remindCouriers, { courierIds: string[] }>(remindCouriers, {
  key: 'remindAll',
  invalidates,
  done,
  toInput: (_, { courierIds }) => ({ courierIds }),
})

interface Props {
  column: BoardColumn
  by: 'UNIT' | 'COURIER'
  date: string
  unitId: string | undefined
}

/** One leg of the way: what is there in all, and by whom. */
export function LegColumn({ column, by, date, unitId }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const names = useNames('cob.board.leg')
  const money = (amount: string) => showMoney(amount, language, 0)
  const { leg, shown, cards } = column
  const reminds = leg === 'COURIERS' && by === 'COURIER'
  const late = reminds ? shown.flatMap(({ id, late: isLate }) => (isLate && id !== null ? [id] : [])) : []
  return (
    <ActionHost entity="cob.board.card" schema={CardSchema} nameOf={({ name }: BoardCard) => name}>
      <section className="cob-board-leg" aria-label={names.enumValue('cob.board.leg', leg)}>
        <h3>{names.enumValue('cob.board.leg', leg)}</h3>
        <p className="bt-num cob-board-sum">{money(column.amount)}</p>
        {parseMoney(column.overdue) > 0n && (
          <p className="bt-num bt-tone-failure cob-board-late">{labels.text('overdue', { amount: money(column.overdue) })}</p>
        )}
        {parseMoney(column.waiting) > 0n && <p className="bt-num">{labels.text('waiting', { amount: money(column.waiting) })}</p>}
        {late.length > 0 && <ActionButton action={remindLate} row={{ courierIds: late }} />}
        {shown.length === 0 && <p className="bt-none">{labels.text('none')}</p>}
        <ul>
          {shown.map((card) => (
            <Card key={`${card.id ?? ''}:${card.kind ?? ''}`} card={card} leg={leg} to={cardAddress(leg, card, { by, date, unitId })} reminds={reminds} />
          ))}
        </ul>
        {cards > shown.length && <p className="bt-none">{labels.text('more', { n: shown.length, all: cards })}</p>}
      </section>
    </ActionHost>
  )
}

interface CardProps {
  card: BoardCard
  leg: BoardColumn['leg']
  to: string
  reminds: boolean
}

function Card({ card, leg, to, reminds }: CardProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const kinds = useNames('cob.deposits.kind')
  const { name, code, unitName, kind, amount, count, oldestOn, days, late, remindedAt } = card
  const deposits = leg === 'OFFICES' || leg === 'TRANSIT'
  const facts = [
    code,
    unitName,
    kind && kinds.enumValue('cob.deposits.kind', kind),
    count === null ? null : labels.text(deposits ? 'deposits' : 'items', { n: count }),
    oldestOn && labels.text('since', { day: showDate(oldestOn) }),
  ]
  return (
    <li className={late ? 'bt-tone-failure' : undefined}>
      <PageLink to={to}>{name === '' ? labels.text('retail') : name}</PageLink>
      <strong className="bt-num">{showMoney(amount, language, 0)}</strong>
      <span>{facts.filter(Boolean).join(' · ')}</span>
      {late && days > 0 && <em className="cob-board-late">{labels.text('late', { days })}</em>}
      {remindedAt && <span className="bt-none">{labels.text('remindedAt', { at: showTimestamp(remindedAt) })}</span>}
      {reminds && <ActionButton action={remindOne} row={card} />}
    </li>
  )
}
