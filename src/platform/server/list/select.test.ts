import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../database/db.ts'
import { compile, totals } from './select.ts'

interface Tables {
  parcel: { id: string; amount: string; sender_id: string; city_id: string }
  sender: { id: string; name: string; city_id: string }
  city: { id: string; name: string }
}

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const parcels = db
  .selectFrom('parcel as p')
  .leftJoin('sender as s', 's.id', 'p.sender_id')
  .leftJoin('city as c', 'c.id', 's.city_id')
  .select(['p.id', 'p.amount', 's.name as sender', 'c.name as city'])

const counting = (query: { toOperationNode(): ReturnType<typeof parcels.toOperationNode> }) =>
  compile(db as unknown as Database, totals(query.toOperationNode(), ['amount'], {})).sql.trim()

describe('counting and summing', () => {
  it('leaves out the joins that only bring names, also one that another one reads', () => {
    expect(counting(parcels)).toBe('select count(*) as "totalRecord", coalesce(sum("p"."amount"), 0) as "amount" from "parcel" as "p"')
  })

  it('keeps a join that a condition reads, however it is written, and what that join stands on', () => {
    expect(counting(parcels.where('s.name', '=', 'An'))).toContain('left join "sender" as "s"')
    expect(counting(parcels.where('s.name', '=', 'An'))).not.toContain('"city"')
    const byCity = counting(parcels.where(sql<boolean>`lower(c.name) like 'h%'`))
    expect(byCity).toContain('left join "city" as "c"')
    expect(byCity).toContain('left join "sender" as "s"')
  })

  it('keeps a join that a sum reads', () => {
    const query = db.selectFrom('parcel as p').leftJoin('sender as s', 's.id', 'p.sender_id').select(['p.id', 's.id as amount'])
    expect(counting(query)).toContain('left join "sender" as "s"')
  })

  it('never leaves out an inner join: it decides which rows there are', () => {
    const query = db.selectFrom('parcel as p').innerJoin('sender as s', 's.id', 'p.sender_id').select(['p.id', 'p.amount'])
    expect(counting(query)).toContain('inner join "sender" as "s"')
  })
})
