import { sql } from 'kysely'
import { INBOX_PATH } from '#core/approvals/contract/request.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { Text } from '#kernel/language.ts'
import { dayCloseErrors } from '../../contract/day-close/machine.ts'
import { overCeilingBlocks } from '../../contract/parameters.ts'
import type { CashAddresses } from '../addresses.ts'
import { type CloseCheck, type CloseItem, defineCloseCheck, type FindItems } from './check.ts'

/** A row of cash.day_close_items, which says what its flag means. */
interface Found {
  check: string
  dayId: string
  /** Of the record that the item leads to. */
  id: string
  code: string
  amount: string | null
  /** Of the holding, or of the unit at the other end. */
  name: string
  flag: boolean
  blocks: boolean
}

interface CashCheck {
  title: Text
  refusal?: ErrorDefinition
  about(found: Found): Text
  path(found: Found): string
}

const cashChecks = ({ shift, holding, count, treasury }: CashAddresses): Readonly<Record<string, CashCheck>> => ({
  SHIFTS: {
    title: { vi: 'Các ca đã đóng', en: 'All shifts closed' },
    about: ({ name }) => ({ vi: `Ca tại ${name} chưa đóng`, en: `The shift at ${name} is not closed` }),
    path: ({ id }) => shift(id),
  },
  VAULT: {
    title: { vi: 'Quỹ chính đã kiểm', en: 'Vault counted' },
    refusal: dayCloseErrors.vaultUncounted,
    about: ({ flag: counted }) =>
      counted
        ? { vi: 'Có phát sinh sau lần kiểm cuối, phải kiểm lại', en: 'It has moved since it was counted; count it again' }
        : { vi: 'Chưa kiểm quỹ cuối ngày', en: 'Not counted at the end of the day' },
    path: ({ id }) => holding(id),
  },
  VARIANCES: {
    title: { vi: 'Số kiểm khớp sổ, hoặc chênh lệch đã xử lý', en: 'Counts equal the books, or variances are decided' },
    about: ({ name }) => ({ vi: `Chênh lệch tại ${name} chưa được duyệt`, en: `The variance at ${name} is not decided` }),
    path: ({ id }) => count(id),
  },
  APPROVALS: {
    title: { vi: 'Không còn yêu cầu chờ duyệt', en: 'No approval pending' },
    about: () => ({ vi: 'Yêu cầu chờ duyệt', en: 'Request waiting for approval' }),
    path: ({ code }) => `${INBOX_PATH}?${new URLSearchParams({ box: 'ALL', subjectCode: code })}`,
  },
  TRANSFERS: {
    title: { vi: 'Tiền điều chuyển đã nhận, hoặc ghi nhận là đang đi đường', en: 'Transfers received, or acknowledged as in transit' },
    about: ({ flag: discrepancy, name }) =>
      discrepancy
        ? { vi: `Lệch khi giao nhận với ${name}`, en: `Discrepancy with ${name}` }
        : { vi: `Đang đi đường, đầu kia là ${name}`, en: `In transit; the other end is ${name}` },
    path: ({ id }) => treasury(id),
  },
  /** What lies above the ceiling at the end of the day, or above the floor where there is no ceiling, should have gone to the bank. */
  CASH_LEFT: {
    title: { vi: 'Tiền vượt hạn mức đã nộp ngân hàng', en: 'Cash above the ceiling brought to the bank' },
    about: ({ flag: limited, name }) =>
      limited
        ? { vi: `${name}: vượt hạn mức tồn quỹ`, en: `${name}: above its ceiling` }
        : { vi: `${name}: còn tiền chưa nộp ngân hàng`, en: `${name}: cash not brought to the bank` },
    path: ({ id }) => holding(id),
  },
})

function itemOf(found: Found, { about, path }: CashCheck, overCeilingBlock: boolean): CloseItem & { check: string } {
  const { check, dayId, code, amount, blocks } = found
  return {
    check,
    dayId,
    path: path(found),
    key: amount === null ? code : `${code}/${amount}`,
    code,
    severity: blocks || (check === 'CASH_LEFT' && overCeilingBlock) ? 'BLOCK' : 'ACKNOWLEDGE',
    about: about(found),
    ...(amount === null ? {} : { amount }),
  }
}

/** The checks of cash itself, in the order of a closing day: one question for all of them. */
export function cashCloseChecks(address: CashAddresses): readonly CloseCheck[] {
  const checks = cashChecks(address)
  const find: FindItems = async (db, days) => {
    const overCeilingBlock = await parameter(db, overCeilingBlocks)
    const { rows } = await sql<Found>`
      select found_by as "check", day_id as "dayId", id, code, amount, name, flag, blocks
      from cash.day_close_items(${days.map(({ dayId }) => dayId)}::bigint[], ${days.map(({ unitId }) => unitId)}::bigint[],
        ${days.map(({ businessDate }) => businessDate)}::date[])`.execute(db)
    return rows.map((found) => itemOf(found, checks[found.check] as CashCheck, overCeilingBlock))
  }
  return Object.entries(checks).map(([name, { title, refusal }]) => defineCloseCheck({ name, title, ...(refusal && { refusal }), check: find }))
}
