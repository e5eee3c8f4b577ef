import { sql } from 'kysely'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { DEFAULT_CLIENT } from '#kernel/applications.ts'
import { SIGNED_IN } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { permissionsOf } from './session-store.ts'

export interface NamedApplication {
  code: string
  name: string
}

const active = (db: Queryable, language: Language) =>
  db
    .selectFrom('iam.application as a')
    .select(['a.code', language === 'vi' ? 'a.name_vi as name' : 'a.name_en as name'])
    .where('a.status', '=', 'ACTIVE')
    .orderBy('a.position')

/** Active sub-systems in their order, for the choice at sign-in: those that have a screen at all. */
export function listApplications(db: Queryable, language: Language): Promise<NamedApplication[]> {
  return active(db, language)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('iam.menu as m')
          .select('m.key')
          .whereRef('m.application', '=', 'a.code')
          .where('m.path', 'is not', null)
          .where('m.retired_at', 'is', null),
      ),
    )
    .execute()
}

export interface EnterableApplication extends NamedApplication {
  /** Addresses of the screens in its menu that the person sees; none where there is nothing to do for them. */
  screens: string[]
}

/** Active sub-systems that the caller may enter, in their order, with what is there for somebody who holds these permissions. */
export async function ownApplications({ runtime: { db }, session, language }: RequestContext, held: readonly string[]): Promise<EnterableApplication[]> {
  const entries = await active(db, language)
    .innerJoin('iam.user_application as ua', 'ua.application', 'a.code')
    .where('ua.user_id', '=', session.userId)
    .execute()
  const { rows } = await sql<{ application: string; screens: string[] }>`
    SELECT m.application, array_agg(m.path ORDER BY m.position) AS screens FROM iam.menu m
    WHERE m.path IS NOT NULL AND m.retired_at IS NULL AND m.permission = ANY (${[...held, SIGNED_IN]}::text[])
      AND (NOT m.gated OR EXISTS (SELECT 1 FROM iam.menu_rule_fit f WHERE f.user_id = ${session.userId} AND f.application = m.application AND f.path = m.path))
    GROUP BY m.application`.execute(db)
  const screens = new Map(rows.map((row) => [row.application, row.screens]))
  return entries.map((entry) => ({ ...entry, screens: screens.get(entry.code) ?? [] }))
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
          SELECT 1 FROM unnest(${permissionsOf(userId, clientId)}) AS uri JOIN iam.permission p USING (uri)
          WHERE p.application = a.code
            OR EXISTS (SELECT FROM iam.menu m WHERE m.application = a.code AND m.permission = p.uri AND m.retired_at IS NULL))) AS may
    FROM iam.application a LEFT JOIN iam.user_application ua ON ua.application = a.code AND ua.user_id = ${userId}
    WHERE a.code = ${clientId}`.execute(db)
  if (!rows[0]?.may) throw new AppError(iamErrors.noAccess, { name: rows[0]?.name ?? clientId })
}
