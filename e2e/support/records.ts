import { createMerchants } from '#core/merchants/server/public.ts'
import { bankName } from '../../src/app/simulator/transfers.ts'
import { demoDatabase, inDatabase } from './server.ts'

/** A name that nobody has used: what a test makes for itself stays, and the demo's own records are as they were for whoever comes next. */
export const unused = (): string => `E2E_${Date.now()}`

/** A list of values with these keys. */
export async function makeList(code: string, keys: readonly string[] = []): Promise<void> {
  await inDatabase("insert into masterdata.global_list (code, name, updated_by) values ($1, $1, 'admin')", [code])
  await inDatabase(
    `insert into masterdata.global_list_entry (list_id, key, value, position)
     select l.id, e.key, e.key, e.position from masterdata.global_list l, unnest($2::text[]) with ordinality as e(key, position) where l.code = $1`,
    [code, keys],
  )
}

/** A parameter of the system that a second person must agree to. */
export async function makeCriticalParameter(key: string, value: string): Promise<void> {
  await inDatabase(
    `insert into masterdata.parameter (key, type, value, description, critical, builtin, updated_by) values ($1, 'MONEY', $2, $1, true, true, 'admin')`,
    [key, value],
  )
}

/** A ward of Hà Nội that comes into force on a day. */
export async function makeWard(code: string, name: string, validFrom: string): Promise<void> {
  await inDatabase(
    `insert into masterdata.administrative_area (level, code, kind, name, parent_level, parent_code, valid_from)
     values ('COMMUNE', $1, 'WARD', $2, 'PROVINCE', '01', $3)`,
    [code, name, validFrom],
  )
}

/** An account in the unit of another one; nobody signs in with it. */
export async function makeUser(account: string, likeAccount: string): Promise<void> {
  await inDatabase(
    `insert into iam.user_account (account, full_name, email, mobile, unit_id, scope_kind)
     select $1, 'Nguyễn Văn Thử', $1 || '@buutram.example', mobile, unit_id, 'UNIT' from iam.user_account where account = $2`,
    [account, likeAccount],
  )
}

/** A unit with an empty vault that has been counted, in a day that somebody has opened; a unit that has been made so before begins again. */
export async function makeCashDay(unitCode: string, day: string): Promise<void> {
  await inDatabase('insert into ledger.unit_day (unit_id) select id from organisation.unit where code = $1 on conflict do nothing', [unitCode])
  await inDatabase(
    `insert into cash.unit_state (unit_id, business_date) select id, $2 from organisation.unit where code = $1
     on conflict (unit_id) do update set business_date = excluded.business_date`,
    [unitCode, day],
  )
  await inDatabase(
    `with account as (insert into ledger.account (code, name, class, normal_side, chart_id, owner_type, owner_id, unit_id, day_unit_id)
       select 'CASH-E2E-' || u.code, 'Quỹ ' || u.code, 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_VAULT'), 'UNIT', u.id, u.id, u.id
       from organisation.unit u where u.code = $1 and not exists (select from cash.holding h where h.unit_id = u.id and h.kind = 'VAULT') returning id, unit_id)
     insert into cash.holding (code, name, kind, unit_id, account_id) select 'E2E-' || $1, 'Quỹ ' || $1, 'VAULT', unit_id, id from account`,
    [unitCode],
  )
  await inDatabase(
    `insert into cash.day_close (unit_id, business_date, opened_at) select id, $2, now() from organisation.unit where code = $1 on conflict do nothing`,
    [unitCode, day],
  )
  await inDatabase(
    `insert into cash.count (code, holding_id, unit_id, reason, business_date, counted, ledger_balance, account_version, counted_by_staff_id, counted_at, created_by)
     select 'E2E-' || $1 || '-' || gen_random_uuid(), h.id, h.unit_id, 'DAY', $2, a.balance, a.balance, a.version, (select min(id) from organisation.staff), now(), 'admin'
     from cash.holding h join ledger.account a on a.id = h.account_id join organisation.unit u on u.id = h.unit_id where u.code = $1 and h.kind = 'VAULT'`,
    [unitCode, day],
  )
}

/** Takes cash into the vault of a unit, for a business date. */
export async function takeInCash(unitCode: string, amount: number, day: string): Promise<void> {
  await inDatabase(
    `insert into ledger.account (code, name, class, normal_side, chart_id) select 'E2E-CONTRA', 'Đối ứng', 'LIABILITY', 'C', id from ledger.chart
     where key = 'OTHER_PAYABLE' on conflict do nothing`,
  )
  await inDatabase(
    `select ledger.post_many(array['e2e-' || gen_random_uuid()], array['E2E_IN'], array['CASH'], array[$3::date], array[now()], array['Thu tiền mặt ' || $1],
       array['e2e'], array['1'], array[h.unit_id], array[null::bigint], array[2::smallint], array[1, 1], array[1::smallint, 2::smallint],
       array[h.account_id, (select id from ledger.account where code = 'E2E-CONTRA')], array[$2::bigint * 100, $2::bigint * -100], array['VND', 'VND'], true)
     from cash.holding h join organisation.unit u on u.id = h.unit_id where u.code = $1 and h.kind = 'VAULT' and h.status <> 'CLOSED'`,
    [unitCode, amount, day],
  )
}

/** How much cash should always be in each holding of a unit. */
export async function setFloor(unitCode: string, floor: string): Promise<void> {
  await inDatabase("update cash.holding h set floor = $2 from organisation.unit u where u.id = h.unit_id and u.code = $1 and h.status <> 'CLOSED'", [
    unitCode,
    floor,
  ])
}

/** A day of a unit that is to be cut off, of manual journals. */
export async function makePeriod(unitCode: string, day: string): Promise<string> {
  const code = `GL-${unitCode}-${day.replaceAll('-', '')}`
  await inDatabase(
    `insert into cutoff.period (code, service, unit_id, granularity, starts_on, head_unit_id)
     select $2, 'GL', id, 'DAY', $3, head_unit_id from organisation.unit where code = $1`,
    [unitCode, code, day],
  )
  return code
}

/** A journal of a unit, posted for one day although it may have happened on another. */
export async function makeJournal(unitCode: string, businessDate: string, occurredOn: string, amount: number): Promise<void> {
  await inDatabase(
    `select ledger.post_many(array[$2::text || gen_random_uuid()], array['ADJUSTMENT'], array['GL'], array[$2::date], array[$3::timestamptz], array['Adjustment of ' || $3::date],
       array['test'], array['1'], array[(select id from organisation.unit where code = $1)], array[null::bigint], array[2::smallint],
       array[1, 1], array[1::smallint, 2::smallint], array[(select id from ledger.account where code = '811'), (select id from ledger.account where code = '711')],
       array[$4::bigint, -$4::bigint], array['VND', 'VND'], true)`,
    [unitCode, businessDate, `${occurredOn}T09:00:00+07:00`, amount * 100],
  )
}

/** An empty till of a unit in a day that somebody has opened. */
export async function makeTill(code: string, unitCode: string, day: string): Promise<void> {
  await makeCashDay(unitCode, day)
  await inDatabase(
    `with account as (insert into ledger.account (code, name, class, normal_side, chart_id, owner_type, owner_id, unit_id, day_unit_id)
       select 'CASH-' || $1, 'Quầy ' || $1, 'ASSET', 'D', (select id from ledger.chart where key = 'CASH_TILL'), 'UNIT', u.id, u.id, u.id
       from organisation.unit u where u.code = $2 returning id, unit_id)
     insert into cash.holding (code, name, kind, unit_id, account_id) select $1, 'Quầy ' || $1, 'TILL', unit_id, id from account`,
    [code, unitCode],
  )
}

/** What the simulated partner of a transaction makes of the refunds of it, from now on and without anything going wrong. */
export async function decideRefundsOf(code: string, fate: 'SUCCEEDED' | 'FAILED'): Promise<void> {
  const { baseUrl, partner, reference } = await demoDatabase()
    .selectFrom('payment.transaction as t')
    .innerJoin('organisation.partner as p', 'p.id', 't.partner_id')
    .innerJoin('partner.endpoint as e', 'e.partner_id', 't.partner_id')
    .select(['e.base_url as baseUrl', 'p.code as partner', 't.external_ref as reference'])
    .where('t.code', '=', code)
    .executeTakeFirstOrThrow()
  const reply = await fetch(new URL('/control/fates', baseUrl), { method: 'POST', body: JSON.stringify({ partner, reference, fate }) })
  if (!reply.ok) throw new Error(`the simulated partner ${partner} answered ${reply.status}`)
}

/** The code of a payment by QR of the last days that has succeeded, of a partner that gives money back. */
export async function succeededPayment(): Promise<string> {
  const { code } = await demoDatabase()
    .selectFrom('payment.transaction as t')
    .innerJoin('partner.endpoint as e', 'e.partner_id', 't.partner_id')
    .select('t.code')
    .where('t.service', '=', 'QR')
    .where('t.type', '=', 'PAYMENT')
    .where('t.status', '=', 'SUCCEEDED')
    .where('e.status', '=', 'ON')
    .where('t.amount', '>', '100000')
    .orderBy('t.occurred_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return code
}

let merchants = 0
/** A merchant of its own in an office that looks after no other, and the account that the simulated bank knows it by. */
export async function makeMerchant({ cooling = false } = {}): Promise<{ id: string; code: string; unitName: string }> {
  merchants += 1
  const code = `${unused()}_${merchants}`
  const account = `0077${String(Date.now()).slice(-7)}${merchants}`
  const unit = await demoDatabase()
    .selectFrom('organisation.unit as u')
    .select(['u.id', 'u.name'])
    .where('u.level', '=', 'POST_OFFICE')
    .where('u.status', '=', 'ACTIVE')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('merchants.merchant as m').select('m.id').whereRef('m.unit_id', '=', 'u.id').where('m.code', 'not like', 'E2E%'))),
    )
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const place = { name: code, address: '1 Trần Phú', phone: '0901234567', unitId: unit.id, feePlanId: null }
  const settlement = { settlementBankBin: '970436', settlementAccount: account, settlementName: bankName('970436', account) }
  const [id = ''] = await demoDatabase()
    .transaction()
    .execute((tx) => createMerchants(tx, [{ code, ...place, ...settlement }]))
  if (cooling) await inDatabase("update merchants.merchant set account_cooling_until = now() + interval '1 day' where id = $1", [id])
  return { id, code, unitName: unit.name }
}
