import { createManualJournal } from '#core/ledger/contract/manual.ts'
import { openAccounts } from '#core/ledger/server/public.ts'
import { createRoleLimit } from '#core/limits/contract/limits.ts'
import { addDays, localDate, startOfDay } from '#kernel/dates.ts'
import type { Database, Tx } from '#platform/server/database/db.ts'
import type { Desk } from './desk.ts'
import { decide } from './office.ts'

const ACCOUNTS = {
  capital: { code: '3388.VON', name: 'Phải trả vốn lưu động được cấp', class: 'LIABILITY', chart: 'OTHER_PAYABLE' },
  bankFee: { code: '6428.PNH', name: 'Phí ngân hàng', class: 'EXPENSE', chart: 'OTHER_OPERATING_EXPENSE' },
  interest: { code: '515.LTG', name: 'Lãi tiền gửi ngân hàng', class: 'INCOME', chart: 'FINANCIAL_INCOME' },
  advance: { code: '141.NV', name: 'Tạm ứng nhân viên', class: 'ASSET', chart: 'ADVANCE' },
} as const
type Side = keyof typeof ACCOUNTS | 'bank'

/** Accounts that the demo's journals by hand need. */
export async function openDemoAccounts(tx: Tx): Promise<void> {
  await openAccounts(tx, Object.values(ACCOUNTS))
}

/** The account of the demo's cash at a bank. */
const BANK = 'BANK-CASH-VCB'

interface Entry {
  debit: Side
  credit: Side
  amount: number
  reason: string
  /** Days before the end of the past. */
  ago: number
  decision?: 'APPROVE' | 'REJECT'
}

export const CAPITAL: Omit<Entry, 'ago'> = {
  ...{ debit: 'bank', credit: 'capital', amount: 30_000_000_000, decision: 'APPROVE' },
  reason: 'Nhận vốn lưu động chi trả chuyển tiền vào tài khoản tiền gửi',
}

const ENTRIES: readonly Entry[] = [
  { debit: 'bankFee', credit: 'bank', amount: 1_650_000, reason: 'Phí rút tiền mặt tại quầy ngân hàng', ago: 6, decision: 'APPROVE' },
  { debit: 'bank', credit: 'interest', amount: 4_315_000, reason: 'Lãi tiền gửi không kỳ hạn', ago: 5, decision: 'APPROVE' },
  { debit: 'advance', credit: 'bank', amount: 20_000_000, reason: 'Tạm ứng công tác phí kiểm tra bưu cục', ago: 4, decision: 'APPROVE' },
  { debit: 'bankFee', credit: 'bank', amount: 8_800_000, reason: 'Phí quản lý tài khoản, chưa có hoá đơn', ago: 3, decision: 'REJECT' },
  { debit: 'advance', credit: 'bank', amount: 12_000_000, reason: 'Tạm ứng mua vật tư niêm phong túi tiền', ago: 1 },
  { debit: 'bankFee', credit: 'bank', amount: 60_500_000, reason: 'Phí dịch vụ thu hộ quý III theo thông báo của ngân hàng', ago: 0 },
]

/** Whether the last of them stands. */
export async function booksWritten(db: Database): Promise<boolean> {
  const last = ENTRIES.at(-1)?.reason ?? ''
  return (await db.selectFrom('ledger.manual_journal').select('id').where('reason', '=', last).executeTakeFirst()) !== undefined
}

/** Journals by hand of the accountant, some decided and some waiting, up to `until`. */
export async function writeBooks(desk: Desk, today: string, until: Date): Promise<void> {
  for (const entry of ENTRIES) {
    const day = addDays(today, -entry.ago)
    const at = entry.ago === 0 ? new Date(until.getTime() - 1_800_000) : new Date(startOfDay(day).getTime() + 14 * 3_600_000)
    await writeEntry(desk, entry, at)
  }
}

/** One of them, once. */
export async function writeEntry(desk: Desk, { debit, credit, amount, reason, decision }: Omit<Entry, 'ago'>, at: Date): Promise<void> {
  const { db } = desk.runtime
  desk.at(at)
  const find = () => db.selectFrom('ledger.manual_journal').select(['id', 'status']).where('reason', '=', reason).executeTakeFirst()
  if (!(await find())) {
    const account = async (side: Side) => {
      const code = side === 'bank' ? BANK : ACCOUNTS[side].code
      return (await db.selectFrom('ledger.account').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
    }
    const lines = [
      { accountId: await account(debit), side: 'D' as const, amount: String(amount) },
      { accountId: await account(credit), side: 'C' as const, amount: String(amount) },
    ]
    await desk.call('ketoan', createManualJournal, { businessDate: localDate(at), reason, lines })
  }
  const made = await find()
  if (!decision || made?.status !== 'PENDING') return
  desk.at(new Date(at.getTime() + 900_000))
  await decide(desk, amount > 50_000_000 ? 'admin' : 'kiemsoat', 'ledger.manual_journal', made.id, decision)
}

/** How much a checker may decide in a day. */
const LIMITS = { REFUND: '500000000', MANUAL_JOURNAL: '500000000', WRITE_OFF: '20000000' } as const

export async function setLimits(desk: Desk): Promise<void> {
  const { db } = desk.runtime
  const role = await db.selectFrom('iam.role').select('id').where('code', '=', 'CHECKER').executeTakeFirstOrThrow()
  const known = await db.selectFrom('limits.role_limit').select('kind').where('role_id', '=', role.id).execute()
  for (const [kind, amount] of Object.entries(LIMITS) as [keyof typeof LIMITS, string][])
    if (!known.some((one) => one.kind === kind)) await desk.call('admin', createRoleLimit, { roleId: role.id, kind, amount })
}
