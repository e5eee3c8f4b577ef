import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#kernel/dates.ts'
import { itemsBeingCancelled } from '../deposits/being-cancelled.ts'

/** What is settled: of whom, by which contract, up to which day. */
export interface Settling {
  keyAccountId: string
  contractId: string
  dateBasis: string
  /** The last day whose items belong to it. */
  untilOn: string
}

/** Of an item `i`: nothing stands in the way of its payment but the day. */
export const isReady = sql`i.money_state = 'PAYABLE' and i.delivery_state = 'DELIVERED' and i.hold_reason is null`

type Basis = Pick<Settling, 'keyAccountId' | 'dateBasis' | 'untilOn'>

/**
 * The items of a key account that may be settled, without their charges: what is payable (collected, handed in, funds confirmed, delivered, not held) and
 * in no statement yet, and what came back without money, whose postage may be owed. Also those whose deposit is being given back, which make no line.
 */
export function openItems({ keyAccountId, dateBasis, untilOn }: Basis): RawBuilder<unknown> {
  const end = startOfDay(addDays(untilOn, 1))
  const basis = sql.ref(dateBasis === 'DELIVERED' ? 'i.delivered_at' : 'i.collected_at')
  return sql`
    select i.* from (
      select i.id, 'COLLECTED' as part, i.collected_amount as cod, i.postage, i.postage_payer, i.accepted_at, i.accepted_unit_id, i.province_unit_id
        from cob.item i
       where i.key_account_id = ${keyAccountId} and ${isReady} and ${basis} < ${end}
      union all
      select i.id, 'RETURN', 0, i.postage, i.postage_payer, i.accepted_at, i.accepted_unit_id, i.province_unit_id
        from cob.item i
       where i.key_account_id = ${keyAccountId} and i.delivery_state = 'RETURNED' and i.money_state in ('NONE', 'WAIVED') and i.postage > 0 and i.returned_at < ${end}
    ) i
    where not exists (select from cob.settlement_line l where l.item_id = i.id and l.released_at is null)
      -- Whether the transfer that had failed was made after all is not decided yet: its items are not paid again meanwhile.
      and not exists (
        select from cob.settlement_line l join disbursement.disputed_transfer d on d.source_kind = 'KEY_ACCOUNT_SETTLEMENT' and d.source_item = l.settlement_id where l.item_id = i.id)`
}

/**
 * The same with their charges, as lines. Fees, netting and tax are those of the contract of the day of
 * acceptance, else of the contract of the cycle; amounts are rounded to whole đồng. A return that owes no postage makes no line.
 * `beingCancelled`: items of deposits that are being given back, where the caller has asked for them already.
 */
export function openLines({ keyAccountId, contractId, ...basis }: Settling, beingCancelled: RawBuilder<unknown> = itemsBeingCancelled): RawBuilder<unknown> {
  return sql`
    select x.item_id, x.part, x.cod, x.postage, x.fee, round((x.postage + x.fee) * x.tax_rate / 100) as tax, x.fee_step_id from (
      select i.id as item_id, i.part, i.cod, c.tax_rate,
          case when c.net_postage and case c.postage_payer when 'BY_ITEM' then i.postage_payer else c.postage_payer end = 'SENDER' then i.postage else 0 end as postage,
          coalesce(f.fee, 0) as fee, f.id as fee_step_id
        from (${openItems({ keyAccountId, ...basis })}) i
        join organisation.unit u on u.id = i.accepted_unit_id
        cross join lateral (
          select k.id, k.tax_rate, k.net_postage, k.postage_payer from cob.key_contract k
           where k.key_account_id = ${keyAccountId} and (k.id = ${contractId} or (i.accepted_at at time zone 'Asia/Ho_Chi_Minh')::date between k.valid_from and coalesce(k.valid_to, 'infinity'::date))
           order by (i.accepted_at at time zone 'Asia/Ho_Chi_Minh')::date between k.valid_from and coalesce(k.valid_to, 'infinity'::date) desc limit 1
        ) c
        left join lateral (
          select s.id, least(greatest(s.fixed + round(i.cod * s.rate / 100), s.minimum), coalesce(s.maximum, 1e18)) as fee from cob.key_fee_step s
           where i.part = 'COLLECTED' and s.contract_id = c.id and s.amount_from <= i.cod and (s.amount_to is null or i.cod < s.amount_to)
             and (s.from_unit_id is null or s.from_unit_id = u.province_unit_id) and (s.to_unit_id is null or s.to_unit_id = i.province_unit_id)
           order by s.from_unit_id is null, s.to_unit_id is null limit 1
        ) f on true
    ) x
    where (x.part = 'COLLECTED' or x.postage > 0) and x.item_id not in ${beingCancelled}`
}
