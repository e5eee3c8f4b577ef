import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { maskedColumn } from '#platform/server/masked.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { getPayoutPeople } from '../../contract/payouts/service.ts'

type People = OutputOf<typeof getPayoutPeople>

/** Sender and payee of a payout in the caller's scope; the number of the identity paper is masked, as on the slip. Throws SYS-404. */
export async function payoutPeople({ id }: InputOf<typeof getPayoutPeople>, { scope, runtime }: RequestContext): Promise<People> {
  const person = await scope
    .selectFrom('cash.slip as s')
    .select(['s.person_name as personName', 's.identity_type as identityType', maskedColumn('s.identity_number').as('identityNumber')])
    .where('s.transaction_id', '=', id)
    .executeTakeFirst()
  if (!person) throw new AppError(errors.notFound)
  // The item may belong to other offices than the one that has paid it.
  const { rows } = await sql<Pick<People, 'itemId' | 'senderName' | 'paper'>>`
    select p.item_id as "itemId", i.sender_name as "senderName", p.paper from cob.sender_payout p join cob.item i on i.id = p.item_id
     where p.transaction_id = ${id}`.execute(runtime.db)
  if (!rows[0]) throw new AppError(errors.notFound)
  return { ...rows[0], ...person } as People
}
