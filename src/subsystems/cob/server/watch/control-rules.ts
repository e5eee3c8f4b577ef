import { sql } from 'kysely'
import { type ControlRow, type ControlRule, defineControlRule } from '#core/controls/server/public.ts'
import { addDays, localDate, startOfDay } from '#kernel/dates.ts'

const MOST = 1000
/** Days whose items are held against their positions again; what is not handed in yet is, whatever its age. */
const LAST_DAYS = 31

interface Addresses {
  /** Of the list of postmen, with the one of a code. */
  courier: (code: string) => string
  item: (id: string) => string
  /** Of the list of items of a postman that are overdue. */
  overdue: (courierId: string) => string
  /** Of the list of items of an office. */
  office: (unitId: string) => string
  keyAccount: (id: string) => string
  /** Of the list of deposits of whose surplus something is left. */
  surplusLeft: string
}

type Found = Omit<ControlRow, 'link'> & { id: string }

const positions = ({ courier }: Addresses) =>
  defineControlRule({
    code: 'COD_POSITIONS',
    name: { vi: 'Công nợ COD của bưu tá lệch sổ cái', en: 'COD debt of a postman differs from the ledger' },
    meaning: {
      vi: 'Tổng phát sinh thu, nộp, điều chỉnh của bưu tá khác số dư tài khoản của bưu tá. Ngừng nhận nộp tiền của bưu tá này và báo bộ phận kỹ thuật; số tiền là phần lệch.',
      en: 'What a postman has taken, given and what was adjusted is not the balance of his account. Take no money of him and tell the technical team; the amount is the difference.',
    },
    severity: 'HIGH',
    every: 60,
    async query(db) {
      const { rows } = await sql<Found>`
        select c.id, c.code as subject, c.code || ' · ' || c.name as label, c.unit_id as "unitId", (coalesce(p.amount, 0) - a.balance)::numeric(20,2) as amount, null::timestamptz as since
          from cob.courier c join ledger.account a on a.id = c.account_id
          left join (select courier_id, sum(amount) as amount from cob.position group by courier_id) p on p.courier_id = c.id
         where coalesce(p.amount, 0) <> a.balance order by c.code limit ${MOST}`.execute(db)
      return rows.map(({ id: _id, ...row }) => ({ ...row, link: courier(row.subject) }))
    },
  })

const debtSums = ({ courier }: Addresses) =>
  defineControlRule({
    code: 'COD_DEBT_SUMS',
    name: { vi: 'Số cộng công nợ COD lệch phát sinh', en: 'Kept sums of COD debt differ from its positions' },
    meaning: {
      vi: 'Số cộng công nợ theo bưu tá và ngày khác tổng các phát sinh, nên báo cáo công nợ có thể sai. Báo bộ phận kỹ thuật; số tiền là phần lệch.',
      en: 'Sums of debt by postman and day differ from their positions, so that debt reports may be wrong. Tell the technical team; the amount is the difference.',
    },
    severity: 'HIGH',
    every: 720,
    async query(db) {
      const { rows } = await sql<Found>`
        with kept as (
          select courier_id, unit_id, sum(collected) as collected, sum(handed_in) as handed_in, sum(adjusted) as adjusted, sum(given_back) as given_back, sum(items) as items, array_agg((business_date, due_on)::text || ' '
              || (collected, handed_in, adjusted, given_back, items)::text order by business_date, due_on) as days
            from cob.debt group by courier_id, unit_id
        ), day as (
          select courier_id, unit_id, business_date, due_on, coalesce(sum(amount) filter (where kind = 'COLLECT'), 0)::numeric(20,2) as collected,
              coalesce(-sum(amount) filter (where kind = 'HAND_IN'), 0)::numeric(20,2) as handed_in, coalesce(sum(amount) filter (where kind = 'ADJUST'), 0)::numeric(20,2) as adjusted,
              coalesce(sum(amount) filter (where kind = 'ADJUST' and amount > 0), 0)::numeric(20,2) as given_back,
              (count(*) filter (where kind = 'COLLECT'))::int as items
            from cob.position group by courier_id, unit_id, business_date, due_on
        ), real as (
          select courier_id, unit_id, sum(collected) as collected, sum(handed_in) as handed_in, sum(adjusted) as adjusted, sum(given_back) as given_back, sum(items) as items, array_agg((business_date, due_on)::text || ' '
              || (collected, handed_in, adjusted, given_back, items)::text order by business_date, due_on) as days
            from day group by courier_id, unit_id
        )
        select c.id, c.code as subject, c.code || ' · ' || c.name as label, coalesce(k.unit_id, r.unit_id) as "unitId", null::timestamptz as since,
            (coalesce(k.collected - k.handed_in + k.adjusted, 0) - coalesce(r.collected - r.handed_in + r.adjusted, 0))::numeric(20,2) as amount
          from kept k full join real r using (courier_id, unit_id) join cob.courier c on c.id = courier_id
         where k.days is distinct from r.days order by c.code, 4 limit ${MOST}`.execute(db)
      return rows.map(({ id: _id, ...row }) => ({ ...row, link: courier(row.subject) }))
    },
  })

const keptSums = ({ office }: Addresses) =>
  defineControlRule({
    code: 'COD_KEPT_SUMS',
    name: { vi: 'Số cộng COD của đơn vị lệch chi tiết', en: 'Kept sums of COD of a unit differ from its records' },
    meaning: {
      vi: 'Số cộng theo đơn vị của công nợ, của tiền bưu tá đang giữ hoặc của danh sách bưu gửi khác tổng các dòng, nên báo cáo cả nước hoặc dòng tổng của danh sách có thể sai. Báo bộ phận kỹ thuật; số tiền là phần lệch công nợ, 0 nếu lệch ở danh sách.',
      en: 'Sums by unit of debt, of what postmen hold or of the list of items differ from their rows, so that the report of the country or the totals of the list may be wrong. Tell the technical team; the amount is the difference of debt, 0 where the list differs.',
    },
    severity: 'HIGH',
    every: 720,
    async query(db) {
      const { rows } = await sql<Found>`
        with fault as (
          select unit_id, sum(amount) as amount from cob.debt_sum_faults() group by unit_id
          union all select unit_id, sum(amount) from (
            select unit_id, sum(amount) as amount from (
              select courier_id, unit_id, due_on, amount from cob.held
              union all select courier_id, unit_id, due_on, handed_in - collected - adjusted from cob.debt
            ) h group by courier_id, unit_id, due_on having sum(amount) <> 0
          ) h group by unit_id
          union all select unit_id, 0 from cob.item_sum_faults() where not by_key and unit_id <> 0 group by unit_id
        )
        select u.id, u.code as subject, u.code || ' · ' || u.name as label, u.id as "unitId", sum(f.amount)::numeric(20,2) as amount, null::timestamptz as since
          from fault f join organisation.unit u on u.id = f.unit_id group by u.id, u.code, u.name order by u.code limit ${MOST}`.execute(db)
      return rows.map(({ id, ...row }) => ({ ...row, link: office(id) }))
    },
  })

const itemStates = ({ item }: Addresses) =>
  defineControlRule({
    code: 'COD_ITEM_STATES',
    name: { vi: 'Tiền COD của bưu gửi lệch phát sinh', en: 'Money of COD items differs from its positions' },
    meaning: {
      vi: 'Số tiền còn phải nộp hoặc trạng thái tiền của bưu gửi không khớp các lần thu, nộp, điều chỉnh. Không quyết toán bưu gửi này và báo bộ phận kỹ thuật; số tiền là phần lệch.',
      en: 'What is left to be handed in of an item, or its money state, does not fit what was taken, given and adjusted. Do not settle it and tell the technical team; the amount is the difference.',
    },
    severity: 'HIGH',
    every: 720,
    async query(db, now) {
      const { rows } = await sql<Found>`
        with looked as (
          select id from cob.item where money_state in ('COLLECTED', 'PARTIAL')
          union select item_id from cob.position where business_date >= ${addDays(localDate(now), -LAST_DAYS)}::date
        ), held as (
          select i.id, i.code, i.sender_name, i.unit_id, i.money_state, i.collected_amount, i.handed_in_amount, i.collected_at,
              case when i.refunded_at is not null then 0 else i.collected_amount - i.handed_in_amount end as wanted,
              coalesce((select sum(p.amount) from cob.position p where p.item_id = i.id), 0) as booked
            from looked l join cob.item i on i.id = l.id
        )
        select id, code as subject, code || ' · ' || sender_name as label, unit_id as "unitId", (booked - wanted)::numeric(20,2) as amount, collected_at as since from held
         where booked <> wanted or (money_state = 'COLLECTED' and handed_in_amount <> 0) or (money_state in ('HANDED_IN', 'PAYABLE') and handed_in_amount <> collected_amount)
           or (money_state = 'PARTIAL' and handed_in_amount in (0, collected_amount))
         order by code limit ${MOST}`.execute(db)
      return rows.map(({ id, ...row }) => ({ ...row, link: item(id) }))
    },
  })

const keyAccounts = ({ keyAccount }: Addresses) =>
  defineControlRule({
    code: 'COD_KEY_ACCOUNTS',
    name: { vi: 'Tiền COD phải trả khách hàng lệch sổ cái', en: 'What a key account is owed differs from the ledger' },
    meaning: {
      vi: 'Tiền của bưu gửi và bảng kê chưa trả, trừ các khoản phải thu lại, khác số dư tài khoản của khách hàng. Tạm ngừng khách hàng này và báo bộ phận kỹ thuật; số tiền là phần lệch.',
      en: 'Its items and statements that are not paid, less what it owes, are not the balance of its account. Suspend it and tell the technical team; the amount is the difference.',
    },
    severity: 'HIGH',
    every: 720,
    async query(db) {
      const { rows } = await sql<Found>`
        with line as (
          select l.item_id, s.status from cob.settlement_line l join cob.settlement s on s.id = l.settlement_id where l.released_at is null
        ), part as (
          select i.key_account_id, i.collected_amount as amount from cob.item i left join line l on l.item_id = i.id
           where i.key_account_id is not null and i.money_state in ('COLLECTED', 'PARTIAL', 'HANDED_IN', 'PAYABLE') and (l.item_id is null or l.status in ('DRAFT', 'CHECKED'))
          union all select key_account_id, net from cob.settlement where status in ('APPROVED', 'HELD', 'CARRIED')
          union all select key_account_id, recovered - amount from cob.recovery
          -- What is deducted in a statement that is not approved yet is owed until then.
          union all select r.key_account_id, -d.amount from cob.settlement_deduction d join cob.recovery r on r.id = d.recovery_id join cob.settlement s on s.id = d.settlement_id
           where d.released_at is null and s.status in ('DRAFT', 'CHECKED')
        ), owed as (select key_account_id, sum(amount) as amount from part group by key_account_id)
        select k.id, k.code as subject, k.code || ' · ' || k.name as label, k.unit_id as "unitId", (coalesce(o.amount, 0) - a.balance)::numeric(20,2) as amount, null::timestamptz as since
          from cob.key_account k join ledger.account a on a.id = k.account_id left join owed o on o.key_account_id = k.id
         where coalesce(o.amount, 0) <> a.balance order by k.code limit ${MOST}`.execute(db)
      return rows.map(({ id, ...row }) => ({ ...row, link: keyAccount(id) }))
    },
  })

const surplus = ({ surplusLeft }: Addresses) =>
  defineControlRule({
    code: 'COD_SURPLUS',
    name: { vi: 'Tiền nộp thừa COD lệch sổ cái', en: 'COD surplus differs from the ledger' },
    meaning: {
      vi: 'Tổng tiền nộp thừa chờ xử lý của các lần nộp khác số dư tài khoản tiền nộp thừa. Tạm ngừng bù tiền nộp thừa và báo bộ phận kỹ thuật; số tiền là phần lệch.',
      en: 'What deposits have brought beyond the debt and is left of it is not the balance of its account. Use no surplus and tell the technical team; the amount is the difference.',
    },
    severity: 'HIGH',
    every: 720,
    async query(db) {
      const { rows } = await sql<Omit<ControlRow, 'link'>>`
        select a.code as subject, a.code || ' · ' || a.name as label, a.unit_id as "unitId", (d.amount - a.balance)::numeric(20,2) as amount, null::timestamptz as since
          from payment.service_account s join ledger.account a on a.id = s.account_id cross join (
            select coalesce(sum(d.surplus), 0) as amount from cob.deposit d join payment.transaction t on t.id = d.id and t.business_date = d.business_date
             where d.surplus > 0 and t.status in ('SUCCEEDED', 'CANCEL_PENDING')) d
         where s.service = 'COD' and s.role = 'surplusPending' and d.amount <> a.balance`.execute(db)
      return rows.map((row) => ({ ...row, link: surplusLeft }))
    },
  })

const overCeiling = ({ courier }: Addresses) =>
  defineControlRule({
    code: 'COD_OVER_CEILING',
    name: { vi: 'Bưu tá giữ tiền COD vượt hạn mức', en: 'Postman above the COD ceiling' },
    meaning: {
      vi: 'Bưu tá đang giữ nhiều tiền COD hơn hạn mức. Nhắc nộp ngay phần vượt, hoặc đề nghị điều chỉnh hạn mức; số tiền là phần vượt.',
      en: 'A postman holds more COD money than his ceiling. Have him hand in the excess at once, or have the ceiling changed; the amount is the excess.',
    },
    severity: 'MEDIUM',
    every: 15,
    async query(db) {
      const { rows } = await sql<Found>`
        select c.id, c.code as subject, c.code || ' · ' || c.name as label, c.unit_id as "unitId", (a.balance - c.ceiling)::numeric(20,2) as amount, null::timestamptz as since
          from cob.courier c join ledger.account a on a.id = c.account_id where c.status <> 'CLOSED' and a.balance > c.ceiling order by a.balance - c.ceiling desc, c.code limit ${MOST}`.execute(
        db,
      )
      return rows.map(({ id: _id, ...row }) => ({ ...row, link: courier(row.subject) }))
    },
  })

const late = ({ overdue }: Addresses) =>
  defineControlRule({
    code: 'COD_LATE_HAND_IN',
    name: { vi: 'Bưu tá nộp tiền COD quá hạn', en: 'COD money handed in late' },
    meaning: {
      vi: 'Bưu tá còn tiền COD đã quá hạn nộp. Nhắc nộp; nếu kéo dài thì lập sự vụ. Số tiền là phần quá hạn.',
      en: 'A postman has COD money that is past its due day. Remind him; open an incident where it goes on. The amount is what is overdue.',
    },
    severity: 'MEDIUM',
    every: 60,
    async query(db, now) {
      const { rows } = await sql<Found & { due: string }>`
        select c.id, c.code as subject, c.code || ' · ' || c.name as label, d.unit_id as "unitId", d.amount, d.due::text from (
          select courier_id, unit_id, sum(amount)::numeric(20,2) as amount, min(due_on) filter (where amount > 0) as due from (
            select courier_id, unit_id, due_on, sum(collected - handed_in + adjusted) as amount from cob.debt where due_on < ${localDate(now)}::date group by courier_id, unit_id, due_on
          ) day group by courier_id, unit_id having sum(amount) > 0
        ) d join cob.courier c on c.id = d.courier_id order by d.due, c.code, d.unit_id limit ${MOST}`.execute(db)
      return rows.map(({ id, due, ...row }) => ({ ...row, since: startOfDay(addDays(due, 1)), link: overdue(id) }))
    },
  })

/** What cash on delivery asks of itself. */
export const codRules = (address: Addresses): readonly ControlRule[] =>
  [positions, debtSums, keptSums, itemStates, keyAccounts, surplus, overCeiling, late].map((rule) => rule(address))
