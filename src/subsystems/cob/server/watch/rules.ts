import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import { addDays, localDate, startOfDay } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { cobIncidents } from '../../contract/incidents.ts'
import { ITEM_SUBJECT } from '../../contract/items.ts'
import type { ItemMark } from '../../contract/machines.ts'
import { WatchRule } from '../../contract/watch.ts'
import { lastingDays, shortageDays, shortageTimes, uncollectedHours, undeliveredHours } from '../../contract/watch-parameters.ts'

export const COURIER = 'cob.courier'

/** What a rule selects of each record that it finds; `facts` are the figures of its reason that stay: how long it is, is reckoned where it is read. */
export interface Found {
  subject_type: string
  subject_id: string
  subject_code: string
  unit_id: string
  courier_id: string | null
  amount: string | null
  facts: Record<string, string | number>
  since: Date
}

export interface WatchSettings {
  now: Date
  today: string
  uncollectedHours: number
  undeliveredHours: number
  shortageTimes: number
  shortageDays: number
  lastingDays: number
}

export async function watchSettings(db: Queryable, now: Date): Promise<WatchSettings> {
  return {
    ...{ now, today: localDate(now) },
    uncollectedHours: await parameter(db, uncollectedHours),
    undeliveredHours: await parameter(db, undeliveredHours),
    shortageTimes: await parameter(db, shortageTimes),
    shortageDays: await parameter(db, shortageDays),
    lastingDays: await parameter(db, lastingDays),
  }
}

interface OfItems {
  amount: RawBuilder<unknown>
  facts: RawBuilder<unknown>
  since: RawBuilder<unknown>
  where: RawBuilder<unknown>
  from?: RawBuilder<unknown>
}

/** Items `i` that a condition holds of. Times of facts are ISO texts, days YYYY-MM-DD, amounts decimals. */
const items = ({ amount, facts, since, where, from = sql`` }: OfItems): RawBuilder<Found> => sql`
  select ${ITEM_SUBJECT}::text as subject_type, i.id as subject_id, i.code as subject_code, i.unit_id, i.courier_id, ${amount} as amount, ${facts} as facts, ${since} as since
    from cob.item i ${from} where ${where}`

const marked = (mark: ItemMark) => sql`i.marks <> '{}' and ${mark} = any(i.marks)`

const hoursBefore = ({ now }: WatchSettings, hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** No incident that was opened about the item since the rule found it has ended. */
const unended = (rule: WatchRule): RawBuilder<SqlBool> => sql`
  not exists (
    select from cob.watch w join incident.ended_record e on e.desk = ${cobIncidents.desk} and e.type = w.subject_type and e.subject_id = w.subject_id::text
     where w.rule = ${rule} and w.subject_type = ${ITEM_SUBJECT} and w.subject_id = i.id and e.created_at >= w.found_at)`

/** What has happened does not go away. It is watched from when it happened for some time, or until its incident has ended. */
const lasting = (rule: WatchRule, at: RawBuilder<unknown>, { now, lastingDays: days }: WatchSettings): RawBuilder<SqlBool> => sql`
  ${at} >= ${startOfDay(addDays(localDate(now), -days))} and ${unended(rule)}`

const late = ({ today }: WatchSettings) =>
  items({
    amount: sql`i.collected_amount - i.handed_in_amount`,
    facts: sql`jsonb_build_object('due', i.due_on::text, 'amount', (i.collected_amount - i.handed_in_amount)::text)`,
    since: sql`(i.due_on + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh'`,
    where: sql`i.money_state in ('COLLECTED', 'PARTIAL') and i.due_on < ${today}::date`,
  })

/** Deposits of which a named item was not paid in whole; an amount that is shared out to the oldest items is short of none. */
const shortages = ({ today, shortageDays: days, shortageTimes: times }: WatchSettings): RawBuilder<Found> => sql`
  select ${COURIER}::text as subject_type, c.id as subject_id, c.code as subject_code, c.unit_id, c.id as courier_id, sum(d.missing) as amount,
      jsonb_build_object('times', count(*), 'days', ${days}::int, 'amount', sum(d.missing)::text,
        'codes', array_to_string((array_agg(d.code order by d.at desc))[1:20], ',')) as facts, min(d.at) as since
    from (
      select a.courier_id, t.code, t.occurred_at as at, sum(l.expected - l.amount) as missing
        from payment.transaction t join cob.deposit_account a on a.transaction_id = t.id join cob.deposit_line l on l.transaction_id = t.id
       where t.service = 'COD' and t.business_date > ${addDays(today, -days)}::date and t.status in (${sql.join([...PAID_STATUSES])}) and l.named and l.amount < l.expected
       group by a.courier_id, t.id, t.code, t.occurred_at
    ) d join cob.courier c on c.id = d.courier_id
   group by c.id, c.code, c.unit_id having count(*) >= ${times}::int`

const amountChanged = (settings: WatchSettings) =>
  items({
    amount: sql`abs(a.after - a.before)`,
    facts: sql`jsonb_build_object('before', a.before::text, 'after', a.after::text, 'at', a.decided_at, 'by', a.decided_by)`,
    since: sql`a.decided_at`,
    from: sql`join lateral (select * from cob.amount_change c where c.item_id = i.id and c.after_out order by c.id desc limit 1) a on true`,
    where: sql`i.id in (select item_id from cob.amount_change where after_out) and ${lasting('AMOUNT_CHANGED', sql`a.decided_at`, settings)}`,
  })

const notCollected = (settings: WatchSettings) =>
  items({
    amount: sql`i.cod_amount`,
    facts: sql`jsonb_build_object('at', i.delivered_at, 'amount', i.cod_amount::text)`,
    since: sql`i.delivered_at`,
    where: sql`${marked('DELIVERED_NOT_COLLECTED')} and i.delivery_state = 'DELIVERED' and i.money_state = 'NONE'
      and i.delivered_at <= ${hoursBefore(settings, settings.uncollectedHours)}`,
  })

const notDelivered = (settings: WatchSettings) =>
  items({
    amount: sql`i.collected_amount`,
    facts: sql`jsonb_build_object('at', i.collected_at, 'amount', i.collected_amount::text)`,
    since: sql`i.collected_at`,
    where: sql`${marked('COLLECTED_NOT_DELIVERED')} and i.refunded_at is null and i.collected_at <= ${hoursBefore(settings, settings.undeliveredHours)}`,
  })

const twice = (settings: WatchSettings) =>
  items({
    amount: sql`e.amount - i.collected_amount`,
    facts: sql`jsonb_build_object('times', e.times, 'amount', e.amount::text, 'at', e.at)`,
    since: sql`e.at`,
    from: sql`join lateral (select count(*) as times, sum(amount) as amount, max(at) as at from cob.event e where e.item_id = i.id and e.kind = 'COLLECTED') e on true`,
    where: sql`${marked('COLLECTED_TWICE')} and ${lasting('COLLECTED_TWICE', sql`e.at`, settings)}`,
  })

const wrongAmount = (settings: WatchSettings) =>
  items({
    amount: sql`abs(i.collected_amount - i.cod_amount)`,
    facts: sql`jsonb_build_object('collected', i.collected_amount::text, 'wanted', i.cod_amount::text)`,
    since: sql`i.collected_at`,
    where: sql`${marked('WRONG_AMOUNT')} and i.collected_at is not null and i.refunded_at is null and ${lasting('WRONG_AMOUNT', sql`i.collected_at`, settings)}`,
  })

const returned = (settings: WatchSettings) =>
  items({
    amount: sql`greatest(i.collected_amount, i.cod_amount)`,
    facts: sql`jsonb_build_object('at', i.delivered_at, 'collected', i.collected_amount::text)`,
    since: sql`coalesce(i.returned_at, i.delivered_at)`,
    where: sql`${marked('DELIVERED_AND_RETURNED')} and ${lasting('DELIVERED_AND_RETURNED', sql`coalesce(i.returned_at, i.delivered_at)`, settings)}`,
  })

const paidEarly = () =>
  items({
    amount: sql`i.collected_amount - i.handed_in_amount`,
    facts: sql`jsonb_build_object('at', i.paid_out_at, 'amount', (i.collected_amount - i.handed_in_amount)::text)`,
    since: sql`coalesce(i.paid_out_at, i.updated_at)`,
    where: sql`i.money_state = 'PAID_OUT' and i.handed_in_amount < i.collected_amount`,
  })

/** A retail sender has no account that it could be deducted from: somebody has to get it back, however long that takes. */
const paidReturned = () =>
  items({
    amount: sql`i.collected_amount`,
    facts: sql`jsonb_build_object('at', i.paid_out_at, 'amount', i.collected_amount::text)`,
    since: sql`coalesce(i.returned_at, i.paid_out_at, i.updated_at)`,
    where: sql`${marked('DELIVERED_AND_RETURNED')} and i.money_state = 'PAID_OUT' and i.key_account_id is null and ${unended('PAID_AND_RETURNED')}`,
  })

const FIND: Record<WatchRule, (settings: WatchSettings) => RawBuilder<Found>> = {
  LATE_HAND_IN: late,
  REPEATED_SHORTAGE: shortages,
  AMOUNT_CHANGED: amountChanged,
  DELIVERED_NOT_COLLECTED: notCollected,
  COLLECTED_NOT_DELIVERED: notDelivered,
  COLLECTED_TWICE: twice,
  WRONG_AMOUNT: wrongAmount,
  DELIVERED_AND_RETURNED: returned,
  PAID_BEFORE_HANDED_IN: paidEarly,
  PAID_AND_RETURNED: paidReturned,
}

/** Each rule with what it looks for, once the settings are known. */
export const watchRules = WatchRule.options.map((code) => ({ code, find: FIND[code] }))
