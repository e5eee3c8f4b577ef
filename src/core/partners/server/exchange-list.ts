import { sql } from 'kysely'
import type { InputOf, OutputOf, RowOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { daysOfTime, is } from '#platform/server/list/where.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'
import { findExchange, listExchanges } from '../contract/exchanges.ts'

/** Beside a connection. */
const SHOWN = 20

export function registerExchanges(on: Registrar): void {
  on.list(listExchanges, {
    query: exchangeRows,
    where: {
      reference: is('x.reference'),
      partnerId: is('x.partner_id'),
      operation: is('x.operation'),
      verdict: is('x.verdict'),
      fault: is('x.fault'),
      period: daysOfTime('x.at'),
    },
    key: 'x.id',
    sort: { at: 'x.at' },
  })
  on.query(findExchange, find)
}

function exchangeRows({ db }: Pick<RequestContext, 'db'>) {
  return db
    .selectFrom('partner.exchange as x')
    .innerJoin(...lookup('organisation.partner as p', { 'p.id': 'x.partner_id' }))
    .select(['x.id', 'x.at', 'x.partner_id as partnerId', 'p.code as partnerCode', 'p.name as partnerName', 'x.operation', 'x.reference'])
    .select(['x.verdict', 'x.fault', 'x.code', 'x.message', 'x.partner_reference as partnerReference', 'x.tries', 'x.sent'])
    .select(['x.http_status as httpStatus', 'x.milliseconds'])
}

type Row = RowOf<typeof listExchanges>

/** The newest exchanges with a partner, as the list shows them. */
export async function lastExchanges(ctx: Pick<RequestContext, 'db'>, partnerId: string): Promise<Row[]> {
  const rows = await exchangeRows(ctx).where('x.partner_id', '=', partnerId).orderBy('x.at', 'desc').orderBy('x.id', 'desc').limit(SHOWN).execute()
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }) as Row)
}

async function find({ id }: InputOf<typeof findExchange>, ctx: RequestContext): Promise<OutputOf<typeof findExchange>> {
  const query = exchangeRows(ctx)
    .select(['x.request', 'x.answer', sql<number>`x.answer_bytes::int`.as('answerBytes'), 'x.answer_sha256 as answerHash', 'x.ended_at as endedAt'])
    .where('x.id', '=', id)
  return (await findRow(findExchange, query)) as OutputOf<typeof findExchange>
}
