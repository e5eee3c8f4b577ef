import { type SqlBool, sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { days, words } from '#platform/server/list/where.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { CommandContext, ListHandler, RequestContext } from '#platform/server/module.ts'
import type { listLargeCash, revealLargeCash } from '../contract/large-cash.ts'
import { largeCash } from '../contract/parameters.ts'

const reached = sql<SqlBool>`d.total >= coalesce((select p.value::numeric from masterdata.parameter p where p.key = ${largeCash.key}), ${largeCash.initial}::numeric)`

const people = ({ db }: RequestContext) =>
  db
    .selectFrom('cash.person_day as d')
    .where(reached)
    .select(['d.id', 'd.business_date as businessDate', 'd.person_name as personName', maskedColumn('d.identity_number').as('identityNumber')])
    .select(['d.taken_in as takenIn', 'd.paid_out as paidOut', 'd.total', 'd.slips'])

type Row = ReturnType<typeof people> extends { execute(): Promise<(infer R)[]> } ? R : never

/** Over all offices, because the limit is a person's; read by whom the whole system is open to. */
export const largeCashList: ListHandler<typeof listLargeCash, Row> = {
  query: people,
  // Part of a number would find it digit by digit.
  where: { text: (text) => sql<SqlBool>`(${words('d.person_name')(text)} or d.identity_number = ${text})`, period: days('d.business_date') },
  key: 'd.id',
  sort: { businessDate: 'd.business_date', total: 'd.total' },
}

/** What the audit log calls it. */
export const PERSON_DAY = 'cash.person_day'

export async function revealPerson({ id, reason }: InputOf<typeof revealLargeCash>, ctx: CommandContext): Promise<OutputOf<typeof revealLargeCash>> {
  const row = await ctx.tx
    .selectFrom('cash.person_day as d')
    .select(['d.identity_number as identityNumber', 'd.person_name as personName', 'd.business_date as businessDate'])
    .where('d.id', '=', id)
    .where(reached)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { identityNumber, ...about } = row
  ctx.subject(PERSON_DAY, id, { after: { ...about, reason } })
  return { identityNumber }
}
