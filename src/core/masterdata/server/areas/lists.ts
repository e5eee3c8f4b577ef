import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { areaChildren, areaOptions, listAreas, listSuccessions } from '#core/masterdata/contract/areas/area.ts'
import { localDate } from '#kernel/dates.ts'
import { foldedPatterns, likeText } from '#platform/server/list/like.ts'
import { inVietnamese } from '#platform/server/list/select.ts'
import { is, oneOf } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { districtName, inForce, inProvince, placedAreas, provinceName, shownOn } from './place.ts'
import { levelOf } from './rules.ts'

const succeeded = sql`exists (select from masterdata.area_successor s where s.old_id = a.id)`

export function registerAreaLists(on: Registrar): void {
  on.list(listAreas, {
    query: ({ db, now }, { asOf }) => placedAreas(db, asOf, localDate(now)).select(['a.full_name_en as fullNameEn', 'a.status', 'a.version']),
    where: {
      text: (text) => named('a', text),
      asOf: (day) => inForce('a', day),
      level: is('a.level'),
      kind: oneOf('a.kind'),
      status: is('a.status'),
      provinceCode: (code, { now }, { asOf }) => inProvince('a', code, shownOn('a', asOf, localDate(now))),
      districtCode: (code) => sql<SqlBool>`a.parent_level = 'DISTRICT' and a.parent_code = ${code}`,
      succession: (state) =>
        state === 'KNOWN'
          ? sql<SqlBool>`a.valid_to is not null and ${succeeded}`
          : sql<SqlBool>`a.valid_to is not null and a.level = 'COMMUNE' and not ${succeeded}`,
    },
    key: 'a.id',
    sort: { code: 'a.code', fullName: 'a.full_name', validFrom: 'a.valid_from', validTo: 'a.valid_to' },
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
    let query = placedAreas(db, asOf, localDate(now)).orderBy(inVietnamese('a.full_name')).orderBy('a.valid_from', 'desc').orderBy('a.id').limit(20)
    if (ids) query = query.where('a.id', 'in', ids)
    if (level) query = query.where('a.level', '=', level)
    if (asOf && !ids) query = query.where(inForce('a', asOf))
    if (text) query = query.where(named('a', text))
    return await query.execute()
  })

  on.list(listSuccessions, {
    query: successions,
    where: {
      text: (text) => sql<SqlBool>`(${named('o', text)} or ${named('n', text)} or ${holdsWords(sql`platform.fold(s.recorded_as)`, text)})`,
      level: is('o.level'),
      kind: is('s.kind'),
      oldAsOf: (day) => inForce('o', day),
      oldProvinceCode: (code, { now }) => inProvince('o', code, shownOn('o', undefined, localDate(now))),
      newProvinceCode: (code) => inProvince('n', code, newDay),
    },
    key: 's.id',
    sort: { oldCode: 'o.code', newCode: 'n.code', newValidFrom: 'n.valid_from' },
  })
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

/** The new area is shown with the names it began under. */
const newDay = sql<string>`n.valid_from`

function successions({ db, now }: RequestContext) {
  const oldDay = shownOn('o', undefined, localDate(now))
  return db
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
}
