import { sql } from 'kysely'
import type { SubsystemCode } from '#kernel/applications.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** One item of a sub-system's menu, from its manifest; a group before what stands in it. */
export interface MenuItem {
  /** Of a screen: its path. */
  key: string
  parentKey: string | null
  application: SubsystemCode
  level: number
  titleVi: string
  titleEn: string
  path: string | null
  permission: string | null
  gated: boolean
}

/** What a rule is called that comes with a gated screen when it first appears: from then on an administrator decides. */
const FIRST_RULE = 'Mặc định: tất cả'

/**
 * Brings the stored menus in line with the manifests. A gated screen that is new gets a rule that shows it to everybody who may open it,
 * unless an administrator has made one for it (or for the whole application) before;
 * ones that are gone are retired, their rules kept. Safe to repeat.
 */
export async function syncMenus(tx: Tx, items: readonly MenuItem[]): Promise<void> {
  const json = JSON.stringify(items.map((item, position) => ({ ...item, position })))
  const item = sql`jsonb_to_recordset(${json}::jsonb) as i (key text, "parentKey" text, application text, level smallint, position integer,
    "titleVi" text, "titleEn" text, path text, permission text, gated boolean)`
  await sql`
    insert into iam.menu_rule (application, path, name)
    select i.application, i.path, ${FIRST_RULE} from ${item}
    where i.gated and not exists (select from iam.menu m where m.key = i.key and m.gated)
      and not exists (select from iam.menu_rule r where r.application = i.application and (r.path is null or r.path = i.path))`.execute(tx)
  await sql`
    insert into iam.menu (key, application, parent_key, level, position, title_vi, title_en, path, permission, gated)
    select i.key, i.application, i."parentKey", i.level, i.position, i."titleVi", i."titleEn", i.path, i.permission, i.gated from ${item}
    on conflict (key) do update set application = excluded.application, parent_key = excluded.parent_key, level = excluded.level, position = excluded.position,
      title_vi = excluded.title_vi, title_en = excluded.title_en, path = excluded.path, permission = excluded.permission, gated = excluded.gated,
      retired_at = null`.execute(tx)
  await sql`update iam.menu set retired_at = now() where retired_at is null and key not in (select i.key from ${item})`.execute(tx)
}
