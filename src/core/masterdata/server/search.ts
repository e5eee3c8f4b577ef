import { type SqlBool, sql } from 'kysely'
import { listAreas } from '#core/masterdata/contract/areas/area.ts'
import { listGlobalLists } from '#core/masterdata/contract/lists/global-list.ts'
import { listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import { localDate } from '#kernel/dates.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { named } from './areas/lists.ts'
import { inForce, placedAreas } from './areas/place.ts'

/** Where the screens of system administration stand. */
const PATHS = { parameters: '/system-config/global-param', lists: '/system-config/global-list', areas: '/category/administrative-area' }

const listPath = (path: string, text: string) => `${path}?${new URLSearchParams({ text })}`
/** Every word of the text stands in the folded expression. */
const holds = (expression: string, text: string) =>
  sql<SqlBool>`(${sql.join(
    foldedPatterns(text).map((pattern) => sql`platform.fold(${sql.raw(expression)}) like ${pattern}`),
    sql` and `,
  )})`
/** Shorter texts stand in nearly everything. */
const worthLooking = (text: string) => text.length >= 2 && foldedPatterns(text).length > 0

const parameters: SearchProvider = {
  permission: listParameters.permission,
  async find(text, { db, language }, limit) {
    if (!worthLooking(text)) return []
    const rows = await db
      .selectFrom('masterdata.parameter as p')
      .select(['p.key', 'p.description', 'p.description_en'])
      .where(holds("p.key || ' ' || p.description || ' ' || p.description_en", text))
      .orderBy('p.key')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      code: row.key,
      title: (language === 'en' && row.description_en) || row.description,
      path: listPath(PATHS.parameters, row.key),
    }))
  },
}

const lists: SearchProvider = {
  permission: listGlobalLists.permission,
  async find(text, { db }, limit) {
    if (!worthLooking(text)) return []
    const rows = await db
      .selectFrom('masterdata.global_list as l')
      .select(['l.code', 'l.name'])
      .where(holds("l.code || ' ' || l.name", text))
      .orderBy('l.code')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ code: row.code, title: row.name, path: listPath(PATHS.lists, row.code) }))
  },
}

/** Areas of today: those of other days are found on their own screen, where the day is chosen. */
const areas: SearchProvider = {
  permission: listAreas.permission,
  async find(text, { db, now }, limit) {
    if (!worthLooking(text)) return []
    const today = localDate(now)
    const rows = await placedAreas(db, undefined, today)
      .where(inForce('a', today))
      .where(named('a', text))
      .orderBy(sql`a.level = 'PROVINCE'`, 'desc')
      .orderBy('a.search')
      .orderBy('a.code')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      code: row.code,
      title: [row.fullName, row.districtName, row.provinceName].filter(Boolean).join(', '),
      path: listPath(PATHS.areas, row.code),
    }))
  },
}

export const masterdataSearch: readonly SearchProvider[] = [parameters, lists, areas]
