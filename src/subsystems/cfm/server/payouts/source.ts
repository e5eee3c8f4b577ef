import { sql } from 'kysely'
import { defineSlipSource, MOST_FOUND, type SlipSource } from '#core/cash/server/public.ts'
import { claimRefusal, linesById, type PayableLine } from '#core/payouts/server/public.ts'
import { startOfDay } from '#kernel/dates.ts'
import { fill, type Language } from '#kernel/language.ts'
import { formatMoney } from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { lineCode, lineOf, payoutService } from '../../contract/payouts.ts'
import { payoutSlip } from '../../contract/slip-kinds.ts'

const ABOUT = { vi: 'Danh sách {list}, mã {code}, điểm {office}', en: 'List {list}, beneficiary {code}, point {office}' } as const

/** Lines of payout lists at the counter, paid to their beneficiaries or to whom they have authorised; `path`: of a list by its id. */
export const payoutSlips = (permission: string, path: (listId: string) => string): SlipSource =>
  defineSlipSource({
    ...payoutSlip,
    service: payoutService.code,
    async find(db, text, { unitId, language, day, byName }) {
      const key = text.toUpperCase()
      const { rows } = await sql<{ id: string }>`
        select d.line_id as id from payout.due d where ${byName ? namedAt(text, unitId, day) : numbered(text, key)}
        order by d.status in ('UNPAID', 'CLAIMED', 'UNKNOWN', 'HELD') desc, d.pay_from desc, d.line_id desc limit ${MOST_FOUND}`.execute(db)
      const lines = await linesById(
        db as Tx,
        rows.map(({ id }) => id),
      )
      return rows.flatMap(({ id }) => {
        const line = lines.get(id)
        if (!line) return []
        const known = { line, hindrance: claimRefusal(line, { unitId, at: startOfDay(day) })?.text(language) ?? null, language }
        const receives = line.receiverIdentity !== null
        return [...(receives && line.receiverIdentity === key ? [] : [toBeneficiary(known)]), ...(receives ? [toReceiver(known)] : [])]
      })
    },
    line: ({ code, payee, paper }) => ({ type: 'PAYOUT', lineCode: code, payee, paper }),
    screen: { permission, path },
  })

/** Each number by its own index: one condition over all of them would read every line there is. */
const numbered = (text: string, key: string) => sql`d.line_id in (
  select ${lineOf(text) ?? null}::bigint
  union select n.line_id from payout.due n where n.identity_number = ${key}
  union select n.line_id from payout.due n where n.receiver_identity = ${key}
  union select n.line_id from payout.due n where n.beneficiary_code = ${text}
  union select n.line_id from payout.due n where n.phone <> '' and n.phone = ${text})`

/** Who is paid at a point these days and bears the words in their name, or in that of who fetches it for them. */
function namedAt(text: string, unitId: string, day: string) {
  const words = fold(text)
    .split(/\s+/)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql`d.unit_id = ${unitId} and d.status in ('UNPAID', 'CLAIMED', 'UNKNOWN', 'HELD') and d.list_status in ('APPROVED', 'PAYING') and d.pay_until >= ${day}::date
    and (platform.fold(d.name) like all(${words}::text[]) or platform.fold(d.receiver_name) like all(${words}::text[]))`
}

interface Known {
  line: PayableLine
  hindrance: string | null
  language: Language
}

const factsOf = ({ line: { id, listId, listCode, beneficiaryCode, unitName, amount }, hindrance, language }: Known) => ({
  ...{ id: listId, code: lineCode(id), amount: formatMoney(amount), needsSecret: false, hindrance },
  about: fill(ABOUT[language], { list: listCode, code: beneficiaryCode, office: unitName }),
})

const toBeneficiary = (known: Known) => {
  const { name, identityNumber, birthDate } = known.line
  return { ...factsOf(known), to: 'RECEIVER' as const, name, identityNumber, birthDate, paper: null }
}

const toReceiver = (known: Known) => {
  const { receiverName, receiverIdentity, receiverPaper } = known.line
  return {
    ...factsOf(known),
    to: 'AUTHORISED' as const,
    name: receiverName ?? '',
    identityNumber: receiverIdentity,
    birthDate: null,
    paper: receiverPaper ?? '',
  }
}
