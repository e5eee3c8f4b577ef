import { type RawBuilder, sql } from 'kysely'
import type { Resource, ResourceTree } from '#core/iam/contract/access/permissions.ts'
import type { Language } from '#kernel/language.ts'
import type { RequestContext } from '#platform/server/module.ts'

/** What a permission (alias p) is called: the name given to it, else its title. */
export function titleOf(language: Language): RawBuilder<string> {
  return language === 'en' ? sql`coalesce(nullif(p.name_en, ''), p.title_en)` : sql`coalesce(nullif(p.name_vi, ''), p.title_vi)`
}

type Menu = ResourceTree['menus'][number]
type Listed = ResourceTree['permissions'][number]

/** The whole catalogue in the caller's language: applications in their order, menus from the top, permissions by uri. */
export async function readCatalogue(ctx: RequestContext): Promise<ResourceTree> {
  const { db, language } = ctx
  const english = language === 'en'
  const applications = await db
    .selectFrom('iam.application')
    .select(['code', english ? 'name_en as name' : 'name_vi as name', 'status'])
    .orderBy('position')
    .execute()
  const menus = await db
    .selectFrom('iam.menu')
    .select(['key', 'parent_key as parentKey', 'application', 'level', english ? 'title_en as title' : 'title_vi as title', 'path', 'permission', 'gated'])
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute()
  const { rows } = await sql<Omit<Listed, 'menuKey' | 'held'>>`
    select p.id, p.uri, p.action, p.application, ${titleOf(language)} as title, p.description,
      (select count(*)::int from iam.role_permission rp where rp.permission_id = p.id) as roles
    from iam.permission p where p.retired_at is null order by p.uri`.execute(db)
  const placeIn = placesOf(menus)
  return { applications, menus, permissions: rows.map((row) => ({ ...row, menuKey: placeIn(row), held: ctx.session.permissions.has(row.uri) })) }
}

const baseOf = (uri: string) => uri.slice(0, uri.lastIndexOf('/'))

/** Tells the menu item of a permission: the screen of the same base, else the one of its application with which it shares most of its way, two parts at least. */
function placesOf(menus: readonly Menu[]): (item: Pick<Resource, 'uri' | 'application'>) => string | null {
  const screens = menus.flatMap(({ key, application, permission }) => (permission === null ? [] : [{ key, application, base: baseOf(permission) }]))
  const byBase = new Map(screens.map((screen) => [screen.base, screen.key]))
  return ({ uri, application }) => {
    const base = baseOf(uri)
    const own = byBase.get(base)
    if (own !== undefined) return own
    let best: string | null = null
    let bestShared = 1
    for (const screen of screens) {
      if (screen.application !== application) continue
      const shared = sharedParts(base, screen.base)
      if (shared > bestShared) {
        best = screen.key
        bestShared = shared
      }
    }
    return best
  }
}

function sharedParts(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')]
  let shared = 0
  while (shared < left.length && left[shared] === right[shared]) shared++
  return shared
}
