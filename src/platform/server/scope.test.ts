import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { protectRows } from './database/row-security.ts'
import { type OwnerColumns, scopeOf } from './scope.ts'
import type { ScopeGrant, UnitRef } from './session/session.ts'

interface Row {
  id: string
  level: UnitRef['level']
  head: string | null
  province: string | null
  district: string | null
  office: string | null
}

let database: TestDatabase
let all: Row[]
beforeAll(async () => {
  database = await testDatabase()
  all = (
    await database.pool.query(
      'select id, level, head_unit_id as head, province_unit_id as province, district_unit_id as district, office_unit_id as office from organisation.unit order by id',
    )
  ).rows
})
afterAll(() => database.drop())

const seen = async (scope: ScopeGrant) => {
  const rows = await scopeOf(database.db, { scope }).selectFrom('organisation.unit as u').select('u.id').orderBy('u.id').execute()
  return rows.map((row) => row.id)
}
const ids = (keep: (row: Row) => boolean) => all.filter(keep).map((row) => row.id)
const some = (level: UnitRef['level'], at = 0): Row => {
  const row = all.filter((one) => one.level === level)[at]
  if (!row) throw new Error(`no unit of level ${level}`)
  return row
}
/** Everything on the path of a row. */
const path = (row: Row) => [row.head, row.province, row.district, row.office]

const LEVELS: UnitRef['level'][] = ['HEAD_OFFICE', 'PROVINCE', 'DISTRICT', 'POST_OFFICE', 'PAYOUT_POINT']

describe('the rows a session sees', () => {
  it('ALL: every one', async () => {
    expect(all.length).toBeGreaterThan(50)
    expect(await seen({ kind: 'ALL' })).toEqual(ids(() => true))
  })

  it.each(LEVELS)('UNIT_AND_BELOW at %s: those whose path goes through it', async (level) => {
    const unit = some(level)
    const below = await seen({ kind: 'UNIT_AND_BELOW', unit })
    expect(below).toEqual(ids((row) => path(row).includes(unit.id)))
    expect(below).toContain(unit.id)
  })

  it.each(LEVELS)('UNIT at %s: the unit itself and nothing below', async (level) => {
    const unit = some(level)
    expect(await seen({ kind: 'UNIT', unit })).toEqual([unit.id])
  })

  it('UNITS: chosen ones of different levels, each with all below', async () => {
    const units = [some('PROVINCE', 1), some('PROVINCE', 2), some('DISTRICT', 0), some('PAYOUT_POINT', 0)]
    const chosen = units.map((unit) => unit.id)
    const found = await seen({ kind: 'UNITS', units })
    expect(found).toEqual(ids((row) => path(row).some((id) => id !== null && chosen.includes(id))))
    expect(found.length).toBeGreaterThan(units.length)
    expect(found.length).toBeLessThan(all.length)
  })

  it('UNITS: none chosen, none seen', async () => {
    expect(await seen({ kind: 'UNITS', units: [] })).toEqual([])
  })

  it('PARTNER: those of the partner only', async () => {
    const { rows } = await database.pool.query(
      'select partner_id, array_agg(id order by id) as ids from organisation.staff where partner_id is not null group by 1',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { partner_id: partnerId, ids: expected } of rows) {
      const found = await scopeOf(database.db, { scope: { kind: 'PARTNER', partnerId } })
        .selectFrom('organisation.staff as s')
        .select('s.id')
        .orderBy('s.id')
        .execute()
      expect(found.map((row) => row.id)).toEqual(expected)
    }
    expect(await seen({ kind: 'PARTNER', partnerId: '987654321' })).toEqual([])
  })

  it('SELF: the rows that name the person, where a table does; else none', async () => {
    const scope: ScopeGrant = { kind: 'SELF', userId: all[3]?.id ?? '' }
    expect(await seen(scope)).toEqual([])
    const owners: OwnerColumns = { 'organisation.unit': 'id' }
    await protectRows(database.owner, owners)
    const rows = await scopeOf(database.db, { scope }, owners).selectFrom('organisation.unit as u').select('u.id').execute()
    expect(rows.map((row) => row.id)).toEqual([all[3]?.id])
  })

  it('an unknown grant: none', async () => {
    expect(await seen({ kind: 'EVERYTHING' } as never)).toEqual([])
  })

  it('is still in the query when the caller adds an OR of its own', async () => {
    const unit = some('PROVINCE')
    const rows = await scopeOf(database.db, { scope: { kind: 'UNITS', units: [unit, some('DISTRICT')] } })
      .selectFrom('organisation.unit as u')
      .select('u.id')
      .where((eb) => eb.or([eb('u.level', '=', 'HEAD_OFFICE'), eb('u.level', '=', 'PROVINCE')]))
      .execute()
    expect(rows.map((row) => row.id)).toEqual([unit.id])
  })
})
