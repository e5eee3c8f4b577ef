import { sql } from 'kysely'
import { ADMINISTRATION, SUBSYSTEMS, type SubsystemCode } from '#kernel/applications.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** One entry of the catalogue, from the registry of contracts and manifests. */
export interface PermissionItem {
  uri: string
  /** The application it belongs to; null = common to all. */
  application: SubsystemCode | null
  /** Granted with its application, but counts in all: stored as common. */
  shared?: boolean
  titleVi?: string
  titleEn?: string
  /** 1 to 4 for what opens a menu item, 0 for the rest. */
  menuLevel?: number
}

const READ = ['view', 'view-config', 'export']
const MONEY = SUBSYSTEMS.filter((code) => code !== ADMINISTRATION)

interface Grant {
  applications: readonly SubsystemCode[]
  actions: readonly string[] | 'all'
  /** First parts of uris that the role has nothing to do with, whatever the application. */
  without?: readonly string[]
}

/** Which applications people work in: at a post office, over a province, at a partner. `books`: uris that are neither an office's nor a partner's business; `ours`: no partner's. */
export type Workplaces = Readonly<Record<'office' | 'province' | 'partner', readonly SubsystemCode[]>> & {
  readonly books: readonly string[]
  readonly ours: readonly string[]
}

/** What the roles that come with the system are given of a permission when it first appears; afterwards an administrator decides. */
const roleGrants = ({ office, province, partner, books, ours }: Workplaces): Record<string, Grant> => ({
  SYSTEM_ADMIN: { applications: SUBSYSTEMS, actions: 'all' },
  ACCOUNTANT: {
    applications: MONEY,
    actions: [
      ...READ,
      'create',
      'update',
      'import',
      'submit',
      'request',
      'config',
      'confirm',
      'settle',
      'close',
      'submit-day',
      'reopen-day',
      'remind',
      'reveal',
    ],
  },
  CHECKER: { applications: MONEY, actions: [...READ, 'approve', 'reject', 'close-day', 'remind'] },
  TELLER: {
    applications: office,
    actions: ['view', 'export', 'create', 'update', 'request', 'dispatch', 'receive', 'tell', 'unlock', 'submit-day'],
    without: books,
  },
  PROVINCE_MANAGER: { applications: province, actions: [...READ, 'submit-day', 'close-day', 'reopen-day', 'remind', 'configure'] },
  PARTNER_STAFF: { applications: partner, actions: ['view', 'export'], without: [...books, ...ours] },
})

/** The sub-systems in which a role that comes with the system may do something. */
export function applicationsOfRole(role: string, workplaces: Workplaces): SubsystemCode[] {
  const grant = roleGrants(workplaces)[role]
  return SUBSYSTEMS.filter((code) => grant?.applications.includes(code))
}

function rolesFor(grants: Record<string, Grant>, uri: string, application: SubsystemCode | null, action: string): string[] {
  return Object.entries(grants).flatMap(([role, grant]) => {
    if (grant.actions === 'all') return [role]
    if (grant.without?.some((start) => uri.startsWith(start))) return []
    return application !== null && grant.applications.includes(application) && grant.actions.includes(action) ? [role] : []
  })
}

/**
 * Brings the catalogue in line with what the contracts ask for. New permissions go to the roles that come with the system,
 * ones nobody asks for any more are retired (kept, without effect), ones that return are revived. Safe to repeat.
 */
export async function syncPermissions(tx: Tx, items: readonly PermissionItem[], workplaces: Workplaces): Promise<{ added: number; retired: number }> {
  const grants = roleGrants(workplaces)
  const rows = [...new Map(items.map((item) => [item.uri, item])).values()].map((item) => {
    const action = item.uri.slice(item.uri.lastIndexOf('/') + 1)
    return {
      uri: item.uri,
      application: item.shared ? null : item.application,
      action,
      title_vi: item.titleVi ?? '',
      title_en: item.titleEn ?? '',
      menu_level: item.menuLevel ?? 0,
      roles: rolesFor(grants, item.uri, item.application, action),
    }
  })
  const json = JSON.stringify(rows)
  const added = await sql`
    WITH item AS (SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS i (uri text, application text, action text, title_vi text, title_en text, menu_level smallint, roles text[])),
    fresh AS (
      INSERT INTO iam.permission (uri, application, action, title_vi, title_en, menu_level)
      SELECT uri, application, action, title_vi, title_en, menu_level FROM item WHERE uri NOT IN (SELECT uri FROM iam.permission)
      RETURNING id, uri
    )
    INSERT INTO iam.role_permission (role_id, permission_id)
    SELECT r.id, fresh.id FROM fresh JOIN item USING (uri) JOIN iam.role r ON r.code = ANY (item.roles)
    RETURNING permission_id`.execute(tx)
  await sql`
    UPDATE iam.permission p SET application = i.application, action = i.action, title_vi = i.title_vi, title_en = i.title_en, menu_level = i.menu_level, retired_at = NULL
    FROM jsonb_to_recordset(${json}::jsonb) AS i (uri text, application text, action text, title_vi text, title_en text, menu_level smallint)
    WHERE p.uri = i.uri
      AND (p.application, p.action, p.title_vi, p.title_en, p.menu_level, p.retired_at) IS DISTINCT FROM (i.application, i.action, i.title_vi, i.title_en, i.menu_level, NULL)`.execute(
    tx,
  )
  const retired = await tx
    .updateTable('iam.permission')
    .set({ retired_at: sql<Date>`now()` })
    .where('retired_at', 'is', null)
    .where('uri', 'not in', sql<string>`(SELECT uri FROM jsonb_to_recordset(${json}::jsonb) AS i (uri text))`)
    .executeTakeFirst()
  return { added: new Set((added.rows as { permission_id: string }[]).map((row) => row.permission_id)).size, retired: Number(retired.numUpdatedRows) }
}
