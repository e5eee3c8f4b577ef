import { type SqlBool, sql } from 'kysely'
import { defineTraceStep } from '#core/cash/server/public.ts'
import { ORDER } from './order-commands.ts'
import { cfmPayments } from './service.ts'

const owed = ['payable', 'customerSuspense'].flatMap((part) => cfmPayments.accounts[part]?.code ?? [])

/** What counters took in and paid out for a money order; between the two it is owed. */
export const orderTrace = defineTraceStep({
  name: 'MONEY_ORDER',
  proves: sql<SqlBool>`a.code in (${sql.join(owed)})`,
  async sources(db, { type, id }) {
    if (type !== ORDER) return []
    const slips = await db
      .selectFrom('cash.slip as s')
      .innerJoin('cash.money_order as o', 'o.code', 's.source_id')
      .select('s.transaction_id as id')
      .where('o.id', '=', id)
      .orderBy('s.id')
      .execute()
    return slips.map((slip) => ({ sourceType: 'payment.transaction', sourceId: slip.id }))
  },
})
