import { findPerson } from '#core/cash/server/public.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cobErrors } from '../../contract/errors.ts'

/** Locks a member of staff who is to become a postman: nobody else makes him one meanwhile. Throws COB-015 and COB-016 at the field. */
export async function assertStaffFree({ tx, scope, language }: CommandContext, staffId: string): Promise<void> {
  const locked = await tx.selectFrom('organisation.staff').select('status').where('id', '=', staffId).forNoKeyUpdate().executeTakeFirst()
  const seen = await scope.selectFrom('organisation.staff as s').select('s.unit_id').where('s.id', '=', staffId).executeTakeFirst()
  if (!seen?.unit_id || locked?.status !== 'ACTIVE') throw refusedField('staffId', cobErrors.courierStaffUnknown, language)
  const other = await tx.selectFrom('cob.courier').select('code').where('staff_id', '=', staffId).executeTakeFirst()
  if (other) throw refusedField('staffId', cobErrors.courierStaffTaken, language, { code: other.code })
}

/** A postman who could cut himself loose would count his own hand-in a moment later. Throws COB-018. */
export async function assertNotOneself({ tx, session, language }: CommandContext, staffId: string | null): Promise<void> {
  if (staffId === null) return
  const person = await findPerson(tx, session.userId)
  if (person?.staffId === staffId) throw refusedField('staffId', cobErrors.ownCourierLink, language)
}
