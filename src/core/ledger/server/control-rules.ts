import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { formatMoney } from '#kernel/money.ts'
import { trialBalance } from './balances.ts'

/** The books add up: debits equal credits, and each account shows the balance of its last entry. Cheap: one look-up an account. */
const booksBalance: ControlRule = defineControlRule({
  code: 'TRIAL_BALANCE',
  name: { vi: 'Sổ cái không cân', en: 'The ledger does not balance' },
  meaning: {
    vi: 'Tổng dư Nợ và dư Có lệch nhau, hoặc số dư tài khoản khác số dư sau bút toán cuối cùng. Dừng chốt kỳ và báo quản trị hệ thống ngay.',
    en: 'Debit and credit balances differ, or the balance of an account is not the one after its last entry. Stop closing periods and call the system administrator at once.',
  },
  severity: 'HIGH',
  every: 15,
  async query(db) {
    const books = (await trialBalance(db)).filter(({ difference }) => difference !== 0n)
    const { rows: accounts } = await sql<{ code: string; name: string; unitId: string | null; amount: string }>`
      select a.code, a.name, a.unit_id as "unitId", (a.balance - coalesce(e.balance_after, 0))::numeric(20,2) as amount
        from ledger.account a
        left join lateral (select balance_after from ledger.entry where account_id = a.id and account_version = a.version) e on true
       where a.balance <> coalesce(e.balance_after, 0)
       order by a.code limit 1000`.execute(db)
    return [
      ...books.map(({ currency, difference }) => ({
        subject: currency,
        label: { vi: 'Nợ trừ Có toàn hệ thống', en: 'Debits less credits of all accounts' },
        amount: formatMoney(difference),
        ...NONE,
      })),
      ...accounts.map(({ code, name, unitId, amount }) => ({ subject: code, label: name, amount, since: null, unitId })),
    ]
  },
})

const NONE = { since: null, unitId: null }

/** What is owed to somebody is never below zero: more was paid out than came in. */
const payablesHold: ControlRule = defineControlRule({
  code: 'PAYABLE_WRONG_SIDE',
  name: { vi: 'Tài khoản phải trả dư bên Nợ', en: 'Payable accounts on the wrong side' },
  meaning: {
    vi: 'Đã chi cho chủ tài khoản nhiều hơn số phải trả. Kiểm tra các khoản chi, hoàn gần nhất và thu hồi phần chi thừa.',
    en: 'More was paid out to the owner of the account than was owed. Check the last payouts and refunds, and recover the excess.',
  },
  severity: 'HIGH',
  every: 15,
  async query(db) {
    const { rows } = await sql<ControlRow>`
      select a.code as subject, a.name as label, a.unit_id as "unitId", null::timestamptz as since, (-a.balance)::numeric(20,2) as amount
        from ledger.account a where a.class = 'LIABILITY' and a.owner_type <> 'OPERATOR' and a.normal_side = 'C' and a.balance < 0
       order by a.code limit 1000`.execute(db)
    return rows
  },
})

/** What the ledger asks of itself. */
export const ledgerRules: readonly ControlRule[] = [booksBalance, payablesHold]
