import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { ACCOUNT_LINES, type payoutTransfers, SHOWN_TRANSFERS } from '../contract/transfers.ts'

type Answer = OutputOf<typeof payoutTransfers>

/** Within the reader's scope: a point sees its own people. */
export async function transfersOf({ id }: InputOf<typeof payoutTransfers>, { scope }: RequestContext): Promise<Answer> {
  const own = scope.selectFrom('payout.line as t').where('t.list_id', '=', id).where('t.method', '=', 'ACCOUNT').where('t.status', '<>', 'CANCELLED')
  const counted = await own
    .select([sql<number>`count(*)::int`.as('lines'), sql<number>`count(*) filter (where t.status = 'UNPAID')::int`.as('waiting')])
    .executeTakeFirstOrThrow()
  const newest = sql`(select x.id from disbursement.transfer x where x.source_kind = ${ACCOUNT_LINES} and x.source_id = t.list_id and x.source_item = t.id order by x.id desc limit 1)`
  const rows = await own
    .leftJoin('disbursement.transfer as x', (join) => join.on('x.id', '=', sql<string>`${newest}`))
    .select(['t.id', 't.beneficiary_code as beneficiaryCode', 't.name', sql<string>`coalesce(x.bank_bin, t.bank_bin)`.as('bankBin')])
    .select([
      sql<string>`coalesce(x.account_number, t.account_number)`.as('accountNumber'),
      't.amount',
      't.status',
      'x.status as transferStatus',
      'x.reference',
    ])
    .select(['x.batch_code as batchCode', sql<string | null>`nullif(x.partner_reference, '')`.as('partnerReference')])
    .select([sql<string>`coalesce(nullif(t.hold_reason, ''), x.step_note, '')`.as('note'), sql<Date>`greatest(t.updated_at, x.updated_at)`.as('updatedAt')])
    .orderBy(sql`array_position(array['UNKNOWN', 'HELD', 'CLAIMED', 'UNPAID'], t.status)`)
    .orderBy('t.line_no')
    .limit(SHOWN_TRANSFERS)
    .execute()
  return { ...counted, shown: rows.map((row) => ({ ...row, updatedAt: isoLocal(row.updatedAt) })) as Answer['shown'] }
}
