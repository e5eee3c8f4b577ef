import { sql } from 'kysely'
import { defineSlipSource, MOST_FOUND, type SlipSource } from '#core/cash/server/public.ts'
import { isoLocal, showDate } from '#kernel/dates.ts'
import { fill, type Language } from '#kernel/language.ts'
import { cfmErrors } from '../contract/errors.ts'
import { MAX_TRIES } from '../contract/machine.ts'
import { findOrder } from '../contract/orders.ts'
import { cfmService } from '../contract/service.ts'
import { moneyOrderSlip } from '../contract/slip-kinds.ts'
import { claimedFacts, HELD_PAYMENT, refusedBeside, SENDING_DISPUTED } from './orders.ts'

interface Row {
  id: string
  code: string
  status: string
  amount: string
  returnAmount: string
  senderName: string
  senderIdentity: string
  receiverName: string
  receiverIdentity: string | null
  office: string
  unitId: string
  sentAt: Date | null
  wrongTries: number
  paidOffice: string | null
  claimedAt: Date | null
  slipStatus: string | null
  doubtCode: string | null
  doubtOffice: string | null
  disputed: boolean
  heldCode: string | null
  heldMade: boolean | null
}

const ABOUT = {
  vi: { sent: '{name} gửi từ {office}, ngày {day}', back: 'Trả lại người gửi, phiếu gửi từ {office}' },
  en: { sent: 'Sent by {name} from {office}, {day}', back: 'Back to the sender, sent from {office}' },
} as const

const OPEN = ['SENT', 'NOTIFIED']

/** Money orders at the counter: paid to their receivers, or given back at the office that sent them; `path`: of an order by its id. */
export const moneyOrderSlips = (path: (id: string) => string): SlipSource =>
  defineSlipSource({
    ...moneyOrderSlip,
    service: cfmService.code,
    async find(db, text, { unitId, language, byName }) {
      // A code and its secret are what a receiver brings; names would show who is sent money.
      if (byName) return []
      const key = text.toUpperCase()
      const { rows } = await sql<Row>`
      select o.id, o.code, o.status, o.amount, o.return_amount as "returnAmount", o.sender_name as "senderName", o.sender_identity_number as "senderIdentity",
        o.receiver_name as "receiverName", o.receiver_identity_number as "receiverIdentity", u.name as office, o.unit_id as "unitId", o.sent_at as "sentAt",
        o.wrong_tries as "wrongTries", p.name as "paidOffice", s.occurred_at as "claimedAt", s.status as "slipStatus", d.code as "doubtCode", d.office as "doubtOffice",
        ${SENDING_DISPUTED} as disputed, f.code as "heldCode", f.booked as "heldMade"
      from cash.money_order o join organisation.unit u on u.id = o.unit_id
        left join cash.slip s on s.transaction_id = o.payout_transaction_id left join organisation.unit p on p.id = s.unit_id
        left join lateral (select d.code, n.name as office from cash.order_doubts(o.code, o.cleared_slips) d join organisation.unit n on n.id = d.unit_id limit 1) d on true
        left join ${HELD_PAYMENT} f on true
      where o.status not in ('PENDING', 'VOID') and (o.code = ${key} or o.receiver_phone = ${text} or o.receiver_identity_number = ${key}
        or (o.unit_id = ${unitId} and (o.sender_phone = ${text} or o.sender_identity_number = ${key})))
      order by o.status in ('SENT', 'NOTIFIED', 'RETURNING') desc, o.sent_at desc limit ${MOST_FOUND}`.execute(db)
      return rows.flatMap((row) => {
        const back = row.unitId === unitId && (row.status === 'RETURNING' || row.senderIdentity === key)
        return [
          ...(row.status === 'RETURNING' ? [] : [toReceiver(row, language)]),
          ...(back || row.status === 'RETURNING' ? [toSender(row, unitId, language)] : []),
        ]
      })
    },
    line: ({ code, to, payee, secret }) => ({ type: 'PAYOUT', orderCode: code, payTo: to === 'SENDER' ? 'SENDER' : 'RECEIVER', payee, secret }),
    kept: [cfmErrors.secretWrong, cfmErrors.locked],
    screen: { permission: findOrder.permission, path },
  })

/** Why nothing is paid: it has a payment already, or its state does not allow one, or a report about it is doubtful. */
function hindranceOf(
  { code, status, paidOffice, claimedAt, slipStatus, doubtCode, doubtOffice, disputed, heldCode, heldMade }: Row,
  payable: boolean,
  refusal: { vi: string; en: string },
  language: Language,
): string | null {
  if (claimedAt)
    return fill(cfmErrors.claimed[language], claimedFacts(code, { office: paidOffice ?? '', at: claimedAt, slipStatus: slipStatus ?? '' }), language)
  if (payable && disputed) return fill(cfmErrors.sendingDisputed[language], { order: code })
  if (payable && heldCode !== null) return refusedBeside(code, { code: heldCode, made: heldMade === true }).text(language)
  if (payable && doubtCode !== null) return fill(cfmErrors.doubted[language], { order: code, office: doubtOffice ?? '', transaction: doubtCode })
  return payable ? null : fill(refusal[language], { order: code, status })
}

function toReceiver(row: Row, language: Language) {
  const { id, code, amount, receiverName, receiverIdentity, senderName, office, sentAt, wrongTries } = row
  const locked = wrongTries >= MAX_TRIES
  return {
    ...{ id, code, amount, to: 'RECEIVER' as const, name: receiverName, identityNumber: receiverIdentity, birthDate: null, paper: null, needsSecret: true },
    about: fill(ABOUT[language].sent, { name: senderName, office, day: sentAt ? showDate(isoLocal(sentAt).slice(0, 10)) : '' }),
    hindrance: hindranceOf(row, OPEN.includes(row.status) && !locked, locked && OPEN.includes(row.status) ? cfmErrors.locked : cfmErrors.notPayable, language),
  }
}

function toSender(row: Row, unitId: string, language: Language) {
  const { id, code, amount, returnAmount, status, senderName, senderIdentity, office } = row
  const here = row.unitId === unitId
  return {
    ...{ id, code, to: 'SENDER' as const, name: senderName, identityNumber: senderIdentity, birthDate: null, paper: null, needsSecret: false },
    amount: status === 'RETURNING' ? returnAmount : amount,
    about: fill(ABOUT[language].back, { office }),
    hindrance: hindranceOf(
      row,
      here && (status === 'RETURNING' || OPEN.includes(status)),
      here ? cfmErrors.notReturnable : cfmErrors.notSendingOffice,
      language,
    ),
  }
}
