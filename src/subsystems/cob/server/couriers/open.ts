import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'

export interface CourierInput {
  /** Unique in the system. */
  code: string
  name: string
  unitId: string
  phone?: string
  route?: string
  /** Of a member of staff who is no other postman. */
  staffId?: string | null
  ceiling?: Hundredths | null
  /** Default WARN. */
  ceilingPolicy?: 'WARN' | 'BLOCK'
}

/** Opens postmen whose codes are new, each with the account of what he holds, which never goes below 0; answers their ids in order. */
export async function openCouriers(tx: Tx, inputs: readonly CourierInput[], { by, at }: Stamp): Promise<string[]> {
  if (inputs.length === 0) return []
  const accounts = await openAccounts(
    tx,
    inputs.map(({ code, name, unitId }) => ({
      code: `11311.COD.${code}`,
      name: `Tiền COD bưu tá ${name} đang giữ`,
      class: 'ASSET',
      chart: 'CASH_IN_TRANSIT',
      keptBy: 'cob',
      ownerType: 'UNIT',
      ownerId: unitId,
      unitId,
      minBalance: 0n,
      daily: true,
    })),
  )
  const rows = inputs.map(({ code, name, unitId, phone = '', route = '', staffId = null, ceiling = null, ceilingPolicy = 'WARN' }, n) => ({
    ...{ code, name, phone, route, staff_id: staffId, unit_id: unitId, account_id: accounts[n], ceiling_policy: ceilingPolicy },
    ceiling: ceiling === null ? null : formatMoney(ceiling),
  }))
  const opened = await sql<{ id: string; code: string }>`
    insert into cob.courier (code, name, phone, route, staff_id, account_id, ceiling, ceiling_policy, unit_id, created_by, created_at, updated_by, updated_at)
    select r.code, r.name, r.phone, r.route, r.staff_id, r.account_id, r.ceiling, r.ceiling_policy, r.unit_id, ${by}, ${at}, ${by}, ${at}
      from json_to_recordset(${JSON.stringify(rows)})
        as r (code text, name text, phone text, route text, staff_id bigint, account_id bigint, ceiling numeric, ceiling_policy text, unit_id bigint)
    returning id, code`.execute(tx)
  const ids = new Map(opened.rows.map(({ id, code }) => [code, id]))
  return inputs.map(({ code }) => ids.get(code) as string)
}
