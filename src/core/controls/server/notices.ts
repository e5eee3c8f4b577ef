import { sql } from 'kysely'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { acknowledgeAlert } from '../contract/alerts.ts'
import type { ControlRule } from './rule.ts'

const opened = defineNotification({
  name: 'CONTROL_ALERT',
  text: { vi: 'Cảnh báo kiểm soát: {rule} ({count} đơn vị)', en: 'Control alert: {rule} ({count} {count|unit|units})' },
})

/** Notifies who may acknowledge alerts of these units: one notification a person and run, however many units it is about. `screen`: where alerts are listed. */
export async function notifyAlerts(tx: Tx, rule: ControlRule, ids: readonly string[], screen: string): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ userId: string; count: number }>`
    select u.id as "userId", count(*)::int as count
      from iam.person u join controls.alert a on a.id = any(${[...ids]}::bigint[])
     where u.active
       and exists (select from iam.effective_permission p where p.user_id = u.id and p.uri = ${acknowledgeAlert.permission})
       and exists (
         select from iam.scope_area s where s.user_id = u.id and case
           when s.kind = 'ALL' then true
           when s.kind not in ('UNITS', 'UNIT_AND_BELOW', 'UNIT') or a.unit_id is null then false
           when s.kind = 'UNIT' then a.unit_id = s.unit_id
           else s.unit_id in (a.head_unit_id, a.province_unit_id, a.district_unit_id, a.office_unit_id)
         end
       )
     group by u.id`.execute(tx)
  for (const [count, users] of Map.groupBy(rows, (row) => row.count)) {
    await notify(tx, {
      userIds: users.map(({ userId }) => userId),
      kind: opened,
      params: { rule: rule.name, count: String(count) },
      link: `${screen}?${new URLSearchParams({ rule: rule.code })}`,
    })
  }
}
