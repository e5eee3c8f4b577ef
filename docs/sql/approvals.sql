-- Generated from the code by `npm run docs`; do not edit. What a person of one province is answered with, unless only ALL is.

-- POST /approval-admin/requests/v1/search: the filters, each alone
--   box: ( r.status = 'PENDING' and r.expires_at > $1 and r.maker_id is distinct from $2 and r.kind <> all($3::text[]) and not exists (select from approvals.delegation d where d.delegate_id = $4 and $5::bigint is null and d.revoked_at is null and d.valid_from <= $6 and d.valid_to > $7 and d.principal_id = r.maker_id) and not (r.kind = $8 and exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = $9)) and (r.decide_permission = any($10::text[]) or exists (select from approvals.delegation d where d.delegate_id = $11 and $12::bigint is null and d.revoked_at is null and d.valid_from <= $13 and d.valid_to > $14 and ( exists (select from iam.effective_permission p where p.user_id = d.principal_id and p.uri = r.decide_permission) and exists ( select from iam.scope_area a where a.user_id = d.principal_id and case when a.kind = 'ALL' then true when r.kind = any($15::text[]) then false when a.kind = 'PARTNER' then r.partner_id = a.partner_id when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null) when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id end ) ))) )
--   kind: r.kind in ($1)
--   status: r.status in ($1)
--   subjectCode: upper(r.subject_code) = $1
--   amount: r.money_impact >= $1 and r.money_impact <= $2
--   period: r.asked_at >= $1 and r.asked_at < $2

-- a page (an export reads the same without its end)
select r.id,
  r.version,
  r.kind,
  r.subject_code as subjectCode,
  r.status,
  r.money_impact as moneyImpact,
  r.row_impact as rowImpact,
  r.tier,
  r.reason,
  r.maker_name as makerName,
  r.asked_at as askedAt,
  r.expires_at as expiresAt,
  r.checker_name as checkerName,
  r.decided_at as decidedAt,
  ( r.status = 'PENDING' and r.expires_at > $1 and r.maker_id is distinct from $2 and r.kind <> all($3::text[]) and not exists (select from approvals.delegation d where d.delegate_id = $4 and $5::bigint is null and d.revoked_at is null and d.valid_from <= $6 and d.valid_to > $7 and d.principal_id = r.maker_id) and not (r.kind = $8 and exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = $9)) and (r.decide_permission = any($10::text[]) or exists (select from approvals.delegation d where d.delegate_id = $11 and $12::bigint is null and d.revoked_at is null and d.valid_from <= $13 and d.valid_to > $14 and ( exists (select from iam.effective_permission p where p.user_id = d.principal_id and p.uri = r.decide_permission) and exists ( select from iam.scope_area a where a.user_id = d.principal_id and case when a.kind = 'ALL' then true when r.kind = any($15::text[]) then false when a.kind = 'PARTNER' then r.partner_id = a.partner_id when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null) when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id end ) ))) ) as mayDecide,
  u.name as unitName
from approvals.request as r
left join organisation.unit_directory as u on u.id = coalesce(r.office_unit_id, r.district_unit_id, r.province_unit_id, r.head_unit_id)
where r.province_unit_id = $16
  and ((r.kind = any($17::text[]) or r.maker_id = $18 or exists (select from approvals.delegation d where d.delegate_id = $19 and $20::bigint is null and d.revoked_at is null and d.valid_from <= $21 and d.valid_to > $22 and ( exists (select from iam.effective_permission p where p.user_id = d.principal_id and p.uri = r.decide_permission) and exists ( select from iam.scope_area a where a.user_id = d.principal_id and case when a.kind = 'ALL' then true when r.kind = any($23::text[]) then false when a.kind = 'PARTNER' then r.partner_id = a.partner_id when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null) when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id end ) ))) and not (r.kind = $24 and exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = $25)))
order by r.asked_at desc,
  r.id desc
limit 15;

-- number and sums
select r.status as value,
  count(*) as totalRecord,
  sum(r.money_impact) as moneyImpact
from approvals.request as r
where r.province_unit_id = $1
  and ((r.kind = any($2::text[]) or r.maker_id = $3 or exists (select from approvals.delegation d where d.delegate_id = $4 and $5::bigint is null and d.revoked_at is null and d.valid_from <= $6 and d.valid_to > $7 and ( exists (select from iam.effective_permission p where p.user_id = d.principal_id and p.uri = r.decide_permission) and exists ( select from iam.scope_area a where a.user_id = d.principal_id and case when a.kind = 'ALL' then true when r.kind = any($8::text[]) then false when a.kind = 'PARTNER' then r.partner_id = a.partner_id when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null) when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id end ) ))) and not (r.kind = $9 and exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = $10)))
group by r.status;

-- number and sums under every filter
select r.status as value,
  count(*) as totalRecord,
  sum(r.money_impact) as moneyImpact
from approvals.request as r
where r.province_unit_id = $1
  and ((r.kind = any($2::text[]) or r.maker_id = $3 or exists (select from approvals.delegation d where d.delegate_id = $4 and $5::bigint is null and d.revoked_at is null and d.valid_from <= $6 and d.valid_to > $7 and ( exists (select from iam.effective_permission p where p.user_id = d.principal_id and p.uri = r.decide_permission) and exists ( select from iam.scope_area a where a.user_id = d.principal_id and case when a.kind = 'ALL' then true when r.kind = any($8::text[]) then false when a.kind = 'PARTNER' then r.partner_id = a.partner_id when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null) when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id end ) ))) and not (r.kind = $9 and exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = $10)))
  and (( r.status = 'PENDING' and r.expires_at > $11 and r.maker_id is distinct from $12 and r.kind <> all($13::text[]) and not exists (select from approvals.delegation d where d.delegate_id = $14 and $15::bigint is null and d.revoked_at is null and d.valid_from <= $16 and d.valid_to > $17 and d.principal_id = r.maker_id) and not (r.kind = $18 and exists (select from cash.treasury_transaction t where t.id::text = r.subject_id and t.status = 'DISPATCHED' and t.receiving_user_id = $19)) and (r.decide_permission = any($20::text[]) or exists (select from approvals.delegation d where d.delegate_id = $21 and $22::bigint is null and d.revoked_at is null and d.valid_from <= $23 and d.valid_to > $24 and ( exists (select from iam.effective_permission p where p.user_id = d.principal_id and p.uri = r.decide_permission) and exists ( select from iam.scope_area a where a.user_id = d.principal_id and case when a.kind = 'ALL' then true when r.kind = any($25::text[]) then false when a.kind = 'PARTNER' then r.partner_id = a.partner_id when a.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') then false when a.unit_level = 'HEAD_OFFICE' then r.head_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.province_unit_id, r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'PROVINCE' then r.province_unit_id = a.unit_id and (a.kind <> 'UNIT' or coalesce(r.district_unit_id, r.office_unit_id) is null) when a.unit_level = 'DISTRICT' then r.district_unit_id = a.unit_id and (a.kind <> 'UNIT' or r.office_unit_id is null) when a.unit_level in ('POST_OFFICE', 'PAYOUT_POINT') then r.office_unit_id = a.unit_id end ) ))) ))
  and (r.kind in ($26))
  and (r.status in ($27))
  and (upper(r.subject_code) = $28)
  and (r.money_impact >= $29 and r.money_impact <= $30)
  and (r.asked_at >= $31 and r.asked_at < $32)
group by r.status;
