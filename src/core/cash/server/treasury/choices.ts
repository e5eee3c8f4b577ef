import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { treasuryUnits } from '../../contract/treasury/transactions.ts'

const LIMIT = 50

interface Choice {
  id: string
  code: string
  name: string
}

type Asked = InputOf<typeof treasuryUnits>

/** Names a person may choose from, by text or by id: `from` says which rows there are, in use or not. */
async function choose({ db }: RequestContext, { text = '', ids }: Asked, source: ReturnType<typeof sql>): Promise<Choice[]> {
  const wanted = ids ? sql`c.id = any (${ids}::bigint[])` : sql`c.active`
  const patterns = foldedPatterns(text).map((pattern) => sql`and platform.fold(c.code || ' ' || c.name) like ${pattern}`)
  const { rows } = await sql<Choice>`
    select c.id::text, c.code, c.name from (${source}) c where ${wanted} ${sql.join(patterns, sql` `)}
     order by c.name collate platform.vi, c.id limit ${LIMIT}`.execute(db)
  return rows
}

/** Units that have a vault. */
export const units = (input: Asked, ctx: RequestContext) =>
  choose(
    ctx,
    input,
    sql`select u.id, u.code, u.name, h.status = 'ACTIVE' as active from organisation.unit_directory u join cash.holding_directory h on h.unit_id = u.id and h.kind = 'VAULT' and h.status <> 'CLOSED'`,
  )

export const couriers = (input: Asked, ctx: RequestContext) =>
  choose(ctx, input, sql`select h.id, h.code, h.name, h.status = 'ACTIVE' as active from cash.holding_directory h where h.kind = 'COURIER'`)

export const banks = (input: Asked, ctx: RequestContext) =>
  choose(ctx, input, sql`select p.id, p.code, p.name, p.status = 'ACTIVE' as active from organisation.partner p where p.kind = 'BANK'`)
