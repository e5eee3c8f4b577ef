import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { getSdkFacts } from '../contract/facts.ts'
import { RiskMark } from '../contract/words.ts'

type Facts = OutputOf<typeof getSdkFacts>

/** App, device and marks of a payment in the caller's scope. Throws SYS-404. */
export async function factsOf({ id }: InputOf<typeof getSdkFacts>, { scope }: RequestContext): Promise<Facts> {
  const row = await scope
    .selectFrom('sdk.transaction as o')
    .innerJoin('sdk.device_use as u', 'u.transaction_id', 'o.id')
    .innerJoin('sdk.app_directory as a', 'a.code', 'o.app_code')
    .select(['a.name as appName', 'a.status as appStatus', 'u.redirect'])
    .select(['u.device_hash as deviceHash', 'u.model as deviceModel', 'u.system as deviceSystem'])
    .select(['u.reported_risks as reported', 'u.found_risks as found'])
    .select(
      sql<number>`(
        select count(*)::int from sdk.device_use b
        where b.app_code = u.app_code and b.device_hash = u.device_hash and b.transaction_id <> u.transaction_id
          and b.occurred_at > u.occurred_at - interval '1 day' and b.occurred_at <= u.occurred_at
      )`.as('deviceUses'),
    )
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { reported, found, ...facts } = row
  return {
    ...facts,
    appName: facts.appName ?? '',
    // The database's own CHECKs hold these to the enums of the contract.
    appStatus: facts.appStatus as Facts['appStatus'],
    marks: RiskMark.options
      .map((mark) => ({ mark, byPartner: reported.includes(mark), byOperator: found.includes(mark) }))
      .filter(({ byPartner, byOperator }) => byPartner || byOperator),
  }
}
