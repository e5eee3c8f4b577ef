import { sql } from 'kysely'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { DEFAULT_CLIENT } from '#kernel/applications.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { permissionsOf } from './session-store.ts'

export interface NamedApplication {
  code: string
  name: string
}

/** Active sub-systems in their order; of one user, or all. */
export async function listApplications(db: Queryable, language: Language, userId?: string): Promise<NamedApplication[]> {
  let query = db
    .selectFrom('iam.application as a')
    .select(['a.code', language === 'vi' ? 'a.name_vi as name' : 'a.name_en as name'])
    .where('a.status', '=', 'ACTIVE')
  if (userId !== undefined) {
    query = query.where((eb) =>
      eb.exists(eb.selectFrom('iam.user_application as ua').select('ua.user_id').whereRef('ua.application', '=', 'a.code').where('ua.user_id', '=', userId)),
    )
  }
  return query.orderBy('a.position').execute()
}

/**
 * Throws IAM-004 unless the user has an entry for the active sub-system and may do something in it.
 * The default sub-system is everybody's home: there the entry is enough.
 */
export async function assertMayEnter(db: Queryable, userId: string, clientId: string, language: Language): Promise<void> {
  const { rows } = await sql<{ name: string; may: boolean }>`
    SELECT ${sql.ref(language === 'vi' ? 'a.name_vi' : 'a.name_en')} AS name,
      a.status = 'ACTIVE' AND ua.user_id IS NOT NULL AND (
        a.code = ${DEFAULT_CLIENT} OR EXISTS (
          SELECT 1 FROM unnest(${permissionsOf(userId, clientId)}) AS uri JOIN iam.permission p USING (uri) WHERE p.application = a.code)) AS may
    FROM iam.application a LEFT JOIN iam.user_application ua ON ua.application = a.code AND ua.user_id = ${userId}
    WHERE a.code = ${clientId}`.execute(db)
  if (!rows[0]?.may) throw new AppError(iamErrors.noAccess, { name: rows[0]?.name ?? clientId })
}
