import { sql } from 'kysely'
import { defineSlipSource, MOST_FOUND, type SlipSource } from '#core/cash/server/public.ts'
import { isoLocal, showDate } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { formatMoney } from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'
import { findItem } from '../../contract/items.ts'
import { senderPayoutService, senderSlip } from '../../contract/payouts/service.ts'
import { claimRefusal, holdReasons, readItems } from './items.ts'

const ABOUT = {
  vi: 'Gửi cho {receiver}, nhận gửi tại {office}, ngày {day}',
  en: 'Sent to {receiver}, accepted at {office}, {day}',
} as const

/** Items at the counter, paid to their retail senders or to whom they have authorised; `path`: of an item by its id. */
export const senderSlips = (path: (id: string) => string): SlipSource =>
  defineSlipSource({
    ...senderSlip,
    service: senderPayoutService.code,
    async find(db, text, { unitId, language, byName }) {
      const which = byName ? namedAt(text, unitId) : numbered(text)
      const latest = sql`order by i.money_state = 'PAYABLE' desc, i.accepted_at desc, i.id desc limit ${MOST_FOUND}`
      const items = await readItems(db, which, latest)
      if (items.length === 0) return []
      const reasons = await holdReasons(db, language)
      return items.flatMap((item) => {
        const { id, code, senderName: name, receiverName: receiver, acceptedOffice: office, acceptedAt, amount } = item
        const known = {
          ...{ id, code, name, amount: formatMoney(amount), identityNumber: null, birthDate: null, needsSecret: false },
          about: fill(ABOUT[language], { receiver, office, day: showDate(isoLocal(acceptedAt).slice(0, 10)) }),
          hindrance: claimRefusal(item, reasons)?.text(language) ?? null,
        }
        const toSender = { ...known, to: 'SENDER' as const, paper: null }
        return known.hindrance === null ? [toSender, { ...known, to: 'AUTHORISED' as const, paper: '' }] : [toSender]
      })
    },
    line: ({ code, payee, paper }) => ({ type: 'PAYOUT', itemCode: code, payee, paper }),
    screen: { permission: findItem.permission, path },
  })

/** A code finds the items of everybody, so that it is said whose they are; a telephone number those of retail senders that have been collected. */
const numbered = (text: string) => sql`i.id in (
  select c.id from cob.item c where c.code = ${text.toUpperCase()}
  union select p.id from cob.item p where p.key_account_id is null and p.sender_phone <> '' and p.money_state not in ('NONE', 'WAIVED') and p.sender_phone = ${text})`

/** Whose items were accepted at an office, lie with the operator, and bear the words in the name of their sender. */
function namedAt(text: string, unitId: string) {
  const words = fold(text)
    .split(/\s+/)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql`i.accepted_unit_id = ${unitId} and i.key_account_id is null and i.money_state in ('HANDED_IN', 'PAYABLE') and platform.fold(i.sender_name) like all(${words}::text[])`
}
