import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { formatMoney } from '#kernel/money.ts'
import { manualJournalAmount, manualJournalDays, unsealedMinutes } from '../contract/parameters.ts'
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

/** Large journals by hand are looked at by somebody else than the two who made them. */
const largeManuals = (address: LedgerAddresses) =>
  defineControlRule({
    code: 'LARGE_MANUAL_JOURNALS',
    name: { vi: 'Bút toán điều chỉnh số tiền lớn', en: 'Large manual journals' },
    meaning: {
      vi: 'Bút toán điều chỉnh từ số tiền quy định được ghi sổ trong những ngày gần đây. Kiểm tra lý do và chứng từ; cảnh báo tự đóng khi bút toán được đảo hoặc hết số ngày theo dõi.',
      en: 'Manual journals of the watched amount or more were posted in the last few days. Check their reasons and documents; the alert closes when they are reversed or the days are over.',
    },
    severity: 'MEDIUM',
    every: 30,
    async query(db, now) {
      const [amount, days] = [await parameter(db, manualJournalAmount), await parameter(db, manualJournalDays)]
      const { rows } = await sql<ControlRow & { id: string }>`
        select m.id, m.code as subject, m.reason as label, m.unit_id as "unitId", m.amount, j.recorded_at as since
          from ledger.manual_journal m join ledger.journal j on j.id = m.journal_id
         where m.status in ('POSTED', 'REVERSAL_PENDING') and m.amount >= ${formatMoney(amount)}::numeric
           and j.recorded_at > ${now}::timestamptz - make_interval(days => ${days})
         order by j.recorded_at limit 1000`.execute(db)
      return rows.map(({ id, ...row }) => ({ ...row, link: address.manual(id) }))
    },
  })

/** Looked at beyond the last seal only; more than so many are not counted. */
const MOST_UNSEALED = 100_000

/** Journals are sealed within a minute or so; later, nothing would show a change of them. */
const sealed = () =>
  defineControlRule({
    code: 'UNSEALED_JOURNALS',
    name: { vi: 'Bút toán chưa được niêm phong', en: 'Journals not sealed' },
    meaning: {
      vi: 'Bút toán quá số phút quy định mà chưa được niêm phong, nên sửa đổi trái phép sẽ không bị phát hiện. Báo quản trị hệ thống kiểm tra tiến trình niêm phong.',
      en: 'Journals are older than allowed without being sealed, so a tampering with them would go unnoticed. Have the system administrator check the sealing process.',
    },
    severity: 'HIGH',
    every: 15,
    async query(db, now) {
      const minutes = await parameter(db, unsealedMinutes)
      const { rows } = await sql<{ count: number; since: Date }>`
        select count(*)::int as count, min(recorded_at) as since from (
          select recorded_at from ledger.journal
           where id > coalesce((select last_id from ledger.journal_seal order by block desc limit 1), 0) order by id limit ${MOST_UNSEALED}
        ) j where recorded_at < ${now}::timestamptz - make_interval(mins => ${minutes})
        having count(*) > 0`.execute(db)
      return rows.map(({ count, since }) => ({
        ...{ subject: 'SEAL', amount: null, since, unitId: null },
        label: { vi: `${count} bút toán chưa niêm phong`, en: `${count} ${count === 1 ? 'journal is' : 'journals are'} not sealed` },
      }))
    },
  })

interface LedgerAddresses {
  manual: (id: string) => string
}

/** What the ledger asks of itself. */
export const ledgerRules = (address: LedgerAddresses): readonly ControlRule[] => [booksBalance, payablesHold, sealed(), largeManuals(address)]
