import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { areaChildren, areaOptions, listAreas, listSuccessions } from '#core/masterdata/contract/areas/area.ts'
import type { FilterOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { foldedPatterns, likeText } from '#platform/server/list/like.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { districtName, inForce, inProvince, placedAreas, provinceName, shownOn } from './place.ts'
import { levelOf } from './rules.ts'

export function registerAreaLists(on: Registrar): void {
  on.list(listAreas, {
    query: ({ filter }, ctx) => areas(filter, ctx),
    key: 'a.id',
    sort: { code: 'a.code', fullName: 'a.search', validFrom: 'a.valid_from', validTo: 'a.valid_to' },
  })

  on.query(areaChildren, async ({ parentCode, asOf }, { db }) => {
    const children = await db
      .selectFrom('masterdata.administrative_area as a')
      .select(['a.id', 'a.code', 'a.full_name as fullName', 'a.level', 'a.kind'])
      .select(({ selectFrom }) =>
        selectFrom('masterdata.administrative_area as c')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('c.parent_level', '=', 'a.level')
          .whereRef('c.parent_code', '=', 'a.code')
          .where(inForce('c', asOf))
          .as('children'),
      )
      .where(inForce('a', asOf))
      .where((eb) =>
        parentCode === undefined
          ? eb('a.level', '=', 'PROVINCE')
          : eb.and([eb('a.parent_level', '=', levelOf(parentCode)), eb('a.parent_code', '=', parentCode)]),
      )
      .orderBy('a.code')
      .execute()
    return children.map((child) => ({ ...child, level: child.level as never, kind: child.kind as never, children: child.children ?? 0 }))
  })

  on.query(areaOptions, async ({ text, ids, level, asOf }, { db, now }) => {
    let query = placedAreas(db, asOf, localDate(now)).orderBy('a.search').orderBy('a.valid_from', 'desc').orderBy('a.id').limit(20)
    if (ids) query = query.where('a.id', 'in', ids)
    if (level) query = query.where('a.level', '=', level)
    if (asOf && !ids) query = query.where(inForce('a', asOf))
    if (text) query = query.where(named('a', text))
    return await query.execute()
  })

  on.list(listSuccessions, {
    query: ({ filter }, ctx) => successions(filter, ctx),
    key: 's.id',
    sort: { oldCode: 'o.code', newCode: 'n.code', newValidFrom: 'n.valid_from' },
  })
}

function areas(filter: FilterOf<typeof listAreas>, { db, now }: RequestContext) {
  const today = localDate(now)
  const { asOf } = filter
  let query = placedAreas(db, asOf, today).select(['a.full_name_en as fullNameEn', 'a.status', 'a.version'])
  if (asOf) query = query.where(inForce('a', asOf))
  if (filter.level) query = query.where('a.level', '=', filter.level)
  if (filter.kind) query = query.where('a.kind', 'in', filter.kind)
  if (filter.status) query = query.where('a.status', '=', filter.status)
  if (filter.provinceCode) query = query.where(inProvince('a', filter.provinceCode, shownOn('a', asOf, today)))
  if (filter.districtCode) query = query.where('a.parent_level', '=', 'DISTRICT').where('a.parent_code', '=', filter.districtCode)
  if (filter.succession)
    query = query
      .where('a.valid_to', 'is not', null)
      .where(sql<SqlBool>`(exists (select from masterdata.area_successor s where s.old_id = a.id)) = ${filter.succession === 'KNOWN'}`)
  if (filter.succession === 'UNKNOWN') query = query.where('a.level', '=', 'COMMUNE')
  if (filter.text) query = query.where(named('a', filter.text))
  return query
}

/** Every word of a text stands in an already folded expression; a text without words (a lone accent) is found nowhere. */
function holdsWords(folded: RawBuilder<string>, text: string): RawBuilder<SqlBool> {
  const words = foldedPatterns(text).map((pattern) => sql`${folded} like ${pattern}`)
  return words.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(words, sql` and `)})`
}

/** Digits are the beginning of a code (or a numbered ward), everything else is words of the name. */
export function named(alias: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.code`)} like ${`${likeText(text)}%`} or ${holdsWords(sql.ref(`${alias}.search`), text)})`
}

function successions(filter: FilterOf<typeof listSuccessions>, { db, now }: RequestContext) {
  const today = localDate(now)
  const oldDay = shownOn('o', undefined, today)
  // The new area with the names it began under.
  const newDay = sql<string>`n.valid_from`
  let query = db
    .selectFrom('masterdata.area_successor as s')
    .innerJoin('masterdata.administrative_area as o', 'o.id', 's.old_id')
    .innerJoin('masterdata.administrative_area as n', 'n.id', 's.new_id')
    .select(['s.id', 's.kind', 's.recorded_as as recordedAs', 'o.code as oldCode', 'o.full_name as oldName', 'o.valid_to as oldValidTo'])
    .select([districtName('o', oldDay).as('oldDistrictName'), provinceName('o', oldDay).as('oldProvinceName')])
    .select([
      'n.code as newCode',
      'n.full_name as newName',
      'n.valid_from as newValidFrom',
      districtName('n', newDay).as('newDistrictName'),
      provinceName('n', newDay).as('newProvinceName'),
    ])
  if (filter.level) query = query.where('o.level', '=', filter.level)
  if (filter.kind) query = query.where('s.kind', '=', filter.kind)
  if (filter.oldAsOf) query = query.where(inForce('o', filter.oldAsOf))
  if (filter.oldProvinceCode) query = query.where(inProvince('o', filter.oldProvinceCode, oldDay))
  if (filter.newProvinceCode) query = query.where(inProvince('n', filter.newProvinceCode, newDay))
  if (filter.text) {
    const { text } = filter
    query = query.where((eb) => eb.or([named('o', text), named('n', text), holdsWords(sql`platform.fold(s.recorded_as)`, text)]))
  }
  return query
}
