import type { IncidentSubject } from '#core/incidents/server/public.ts'
import { fill } from '#kernel/language.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { ITEM_SUBJECT } from '../../contract/items.ts'

interface Screen {
  /** Address of the screen of an item; {id} is its place. */
  path: string
  /** Permission that it asks for. */
  permission: string
}

/** Postal items as records that incidents are about: found by their code, in upper case as they are kept. */
export function itemSubject({ path, permission }: Screen): IncidentSubject {
  return {
    type: ITEM_SUBJECT,
    title: { vi: 'Bưu gửi', en: 'Postal item' },
    async find({ scope, session }, by) {
      const rows = await scope
        .selectFrom('cob.item as i')
        .select(['i.id', 'i.code', 'i.sender_name', 'i.receiver_name', 'i.delivery_state', 'i.cod_amount', 'i.accepted_at'])
        .select(['i.head_unit_id', 'i.province_unit_id', 'i.district_unit_id', 'i.office_unit_id'])
        .where((eb) => ('code' in by ? eb('i.code', '=', by.code.toUpperCase()) : eb('i.id', 'in', ['0', ...by.ids])))
        .orderBy('i.id')
        .limit(100)
        .execute()
      return rows.map((row) => ({
        ...{ type: ITEM_SUBJECT, id: row.id, code: row.code, title: `${row.sender_name} → ${row.receiver_name}` },
        status: { machine: 'cob.items.deliveryState', value: row.delivery_state },
        ...{ amount: row.cod_amount, at: row.accepted_at, place: unitsOf(row) },
        link: session.permissions.has(permission) ? fill(path, { id: row.id }) : null,
      }))
    },
  }
}
