import { sql } from 'kysely'
import type { IncidentSubject } from '#core/incidents/server/public.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { treasuryMachine } from '../../contract/treasury/transaction.ts'
import { findTreasury } from '../../contract/treasury/transactions.ts'
import { TREASURY } from './record.ts'

/** Treasury transactions as records that incidents are about, by their code or seal. Without amounts: somebody may count the bag just now. */
export const treasurySubject = (path: (id: string) => string): IncidentSubject => ({
  type: TREASURY,
  title: { vi: 'Giao dịch ngân quỹ', en: 'Treasury transaction' },
  async find({ scope, session }, by) {
    const rows = await scope
      .selectFrom('cash.treasury_side as s')
      .innerJoin('cash.treasury_transaction as t', 't.id', 's.treasury_id')
      .innerJoin('organisation.unit_directory as f', 'f.id', 't.from_unit_id')
      .innerJoin('organisation.unit_directory as u', 'u.id', 't.to_unit_id')
      .distinctOn('t.id')
      .select(['t.id', 't.code', 't.status', 't.created_at', 'f.name as from_name', 'u.name as to_name'])
      .select(['s.head_unit_id', 's.province_unit_id', 's.district_unit_id', 's.office_unit_id'])
      .where((eb) => ('code' in by ? eb.or([eb('t.code', '=', by.code.toUpperCase()), eb('t.seal_number', '=', by.code)]) : eb('t.id', 'in', ['0', ...by.ids])))
      .orderBy('t.id', 'desc')
      // It stands with the end whose business it is (unitOfBusiness), otherwise with the one that its reader sees.
      .orderBy(sql`s.unit_id <> case t.kind when 'REPLENISHMENT' then t.to_unit_id else t.from_unit_id end`)
      .limit('code' in by ? 1 : 100)
      .execute()
    const may = session.permissions.has(findTreasury.permission)
    return rows.map((row) => ({
      ...{ type: TREASURY, id: row.id, code: row.code, title: `${row.from_name} → ${row.to_name}`, amount: null, at: row.created_at },
      status: { machine: treasuryMachine.name, value: row.status },
      link: may ? path(row.id) : null,
      place: unitsOf(row),
    }))
  },
})
