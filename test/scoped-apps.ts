import type { TestRuntime } from './app.ts'

/** Apps of partners with what was paid in them, all over the country, put in by the owner of the tables. To be called after `fillCounter`. */
export async function fillApps({ owner }: TestRuntime['database']): Promise<void> {
  await owner.query(`
    insert into sdk.app (code, name, partner_id, platforms, redirects, head_unit_id, province_unit_id, district_unit_id, office_unit_id, updated_by, updated_at)
      select 'APPLW' || n, (array['Ví điện tử ', 'Đặt xe ', 'Siêu thị '])[1 + n % 3] || n, p.id, case when n % 2 = 0 then array['IOS', 'ANDROID'] else array['WEB'] end,
        case when n % 3 = 0 then array['https://app' || n || '.example/return'] else '{}' end, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id, 'probe', now() - n * interval '1 hour'
      from generate_series(1, 40) n
        join (select id, row_number() over (order by id) as at, count(*) over () as many from organisation.partner) p on p.at = 1 + n % p.many
        join (select *, row_number() over (order by md5(id::text)) as at, count(*) over () as many from organisation.unit) u on u.at = 1 + n % u.many;
    update payment.transaction t set service = 'SDK', merchant_id = null, partner_id = case when exists (select from organisation.partner p where p.id = t.id) then t.id else partner_id end where id % 8 = 3 and id < 96;
    insert into sdk.transaction (id, business_date, app_code, platform, sdk_version, partner_order, risk, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
      select id, business_date, 'APPLW' || 1 + id % 40, (array['IOS', 'ANDROID', 'WEB'])[1 + id / 8 % 3], '4.' || id % 5, 'DHLW-' || id, case when id / 8 % 4 > 0 then (array['EMULATOR', 'VELOCITY', 'AMOUNT'])[id / 8 % 4] end,
        head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id from payment.transaction where service = 'SDK';
    insert into sdk.device_use (transaction_id, business_date, app_code, device_hash, model, system, reported_risks, found_risks, occurred_at)
      select t.id, t.business_date, o.app_code, md5(t.id::text) || md5(t.id::text), 'Galaxy S24', 'Android 15', case when o.risk = 'EMULATOR' then array[o.risk] else '{}' end,
        case when o.risk <> 'EMULATOR' then array[o.risk] else '{}' end, t.occurred_at
      from payment.transaction t join sdk.transaction o on o.id = t.id and o.business_date = t.business_date`)
}
