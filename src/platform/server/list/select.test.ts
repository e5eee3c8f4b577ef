import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DB } from '../database/db.ts'
import { lookup } from './lookup.ts'
import { compile, countUpTo, ordered, totals } from './select.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const payments = db
  .selectFrom('payment.transaction as t')
  .leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' }))
  .leftJoin(...lookup('organisation.partner as p', { 'p.id': 'm.id' }))
  .select(['t.id', 't.amount', 'm.name as merchant', 'p.name as partner'])

const counting = (query: { toOperationNode(): ReturnType<typeof payments.toOperationNode> }) =>
  compile(db, totals(query.toOperationNode(), ['amount'], {})).sql.trim()

describe('a page', () => {
  const page = (query: { toOperationNode(): ReturnType<typeof payments.toOperationNode> }, by = 't.id') =>
    compile(db, ordered(query.toOperationNode(), [{ by, direction: 'desc' }], { limit: 15, offset: 30 }))
      .sql.replace(/\s+/g, ' ')
      .trim()

  it('looks up for its own rows only', () => {
    expect(page(payments.where('t.amount', '>', '1'))).toBe(
      'select "t"."id", "t"."amount", "m"."name" as "merchant", "p"."name" as "partner" from (select "t".* from "payment"."transaction" as "t" ' +
        'where "t"."amount" > $1 order by "t"."id" desc limit 15 offset 30) as "t" left join "merchants"."merchant_directory" as "m" on "m"."id" = "t"."merchant_id" ' +
        'left join "organisation"."partner" as "p" on "p"."id" = "m"."id" order by "t"."id" desc',
    )
  })

  it('is one query where it is ordered or filtered by what is looked up, or joins what decides its rows', () => {
    const refunds = db.selectFrom('payment.transaction as t').leftJoin('payment.refund as r', 'r.transaction_id', 't.id').select(['t.id', 't.amount'])
    for (const sql of [page(payments, 'm.name'), page(payments.where('m.name', '=', 'An')), page(refunds as never)]) expect(sql).not.toContain('from (')
  })
})

describe('counting and summing', () => {
  it('leaves out the lookups that nothing reads, also one that another one reads', () => {
    expect(counting(payments)).toBe('select count(*) as "totalRecord", coalesce(sum("t"."amount"), 0) as "amount" from "payment"."transaction" as "t"')
  })

  it('leaves them out of the count before an export as well, and what a row shows', () => {
    const query = payments.where('t.amount', '>', '1')
    expect(compile(db, countUpTo(query.toOperationNode(), 9)).sql.trim().replace(/\s+/g, ' ')).toBe(
      'select count(*)::int as "n" from (select 1 as "one" from "payment"."transaction" as "t" where "t"."amount" > $1 limit 9) as "q"',
    )
  })

  it('refuses to count a select that groups', () => {
    expect(() => counting(payments.groupBy('t.id') as never)).toThrow('group')
  })

  it('keeps a lookup that a condition reads by a reference, and what that one stands on', () => {
    const byMerchant = counting(payments.where('m.name', '=', 'An'))
    expect(byMerchant).toContain('"merchants"."merchant_directory" as "m"')
    expect(byMerchant).not.toContain('"organisation"."partner"')
    const byPartner = counting(payments.where(sql<boolean>`lower(${sql.ref('p.name')}) like 'h%'`))
    expect(byPartner).toContain('"organisation"."partner" as "p"')
    expect(byPartner).toContain('"merchants"."merchant_directory" as "m"')
  })

  it('keeps a lookup that a sum reads', () => {
    const query = db
      .selectFrom('payment.transaction as t')
      .leftJoin(...lookup('merchants.merchant_directory as m', { 'm.id': 't.merchant_id' }))
      .select(['t.id', 'm.id as amount'])
    expect(counting(query)).toContain('left join "merchants"."merchant_directory" as "m"')
  })

  it('never leaves out a join that promises nothing: it decides how many rows there are', () => {
    const query = db.selectFrom('payment.transaction as t').leftJoin('payment.refund as r', 'r.transaction_id', 't.id').select(['t.id', 't.amount'])
    expect(counting(query)).toContain('left join "payment"."refund" as "r"')
  })
})
