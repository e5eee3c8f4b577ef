import type { Tx } from '#platform/server/database/db.ts'

export interface StaffInput {
  code: string
  fullName: string
  mobile?: string
  email?: string
  /** Exactly one of unitId and partnerId. */
  unitId?: string
  partnerId?: string
  positions?: string[]
}

/** Creates members of staff, answers their ids in the order given. */
export async function createStaff(tx: Tx, staff: StaffInput[]): Promise<string[]> {
  if (staff.length === 0) return []
  const rows = await tx
    .insertInto('organisation.staff')
    .values(
      staff.map((person) => ({
        code: person.code,
        full_name: person.fullName,
        mobile: person.mobile ?? '',
        email: person.email ?? '',
        unit_id: person.unitId ?? null,
        partner_id: person.partnerId ?? null,
        positions: person.positions ?? [],
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const ids = new Map(rows.map((row) => [row.code, row.id]))
  return staff.map((person) => ids.get(person.code) as string)
}
