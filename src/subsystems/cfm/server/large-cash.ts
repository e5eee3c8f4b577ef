import { type SqlBool, sql } from 'kysely'
import { days, words } from '#platform/server/list/where.ts'
import type { ListHandler, RequestContext } from '#platform/server/module.ts'
import type { listLargeCash } from '../contract/large-cash.ts'
import { largeCash } from '../contract/parameters.ts'

const reached = sql<SqlBool>`d.total >= coalesce((select p.value::numeric from masterdata.parameter p where p.key = ${largeCash.key}), ${largeCash.initial}::numeric)`

const people = ({ db }: RequestContext) =>
  db
    .selectFrom('cash.person_day as d')
    .where(reached)
    .select(['d.id', 'd.business_date as businessDate', 'd.person_name as personName', 'd.identity_number as identityNumber'])
    .select(['d.taken_in as takenIn', 'd.paid_out as paidOut', 'd.total', 'd.slips'])

type Row = ReturnType<typeof people> extends { execute(): Promise<(infer R)[]> } ? R : never

/** Over all offices, because the limit is a person's; read by whom the whole system is open to. */
export const largeCashList: ListHandler<typeof listLargeCash, Row> = {
  query: people,
  where: { text: words('d.person_name', 'd.identity_number'), period: days('d.business_date') },
  key: 'd.id',
  sort: { businessDate: 'd.business_date', total: 'd.total' },
}
