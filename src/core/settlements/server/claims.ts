import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { settlementErrors } from '../contract/errors.ts'
import { settlementsTopic } from '../contract/machine.ts'
import type { releaseClaim } from '../contract/settlements.ts'
import { settlements } from './records.ts'

/** What the merchant has got twice is claimed back otherwise: the settlement may be paid. Throws STL-008 where it does not wait for that. */
export async function release({ id, version, reason }: InputOf<typeof releaseClaim>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session } = ctx
  const seen = await settlements.forChange(ctx, { id, version })
  const { rows: held } = await sql<{ reference: string | null }>`select settlement.claim_of(${id}) as reference`.execute(tx)
  if (seen.row.status !== 'PAYABLE' || held[0]?.reference == null) throw new AppError(settlementErrors.noClaim, { settlement: seen.row.code })
  const { rows } = await sql<{ reference: string }>`
    update settlement.claim set released_by = ${session.account}, released_at = ${now}
     where released_at is null and settlement_id in (select q.id from settlement.tree(${id}) q) returning reference`.execute(tx)
  const ref = await settlements.update(ctx, seen, {}, { note: { reason, released: rows.map(({ reference }) => reference).join(', ') } })
  await publish(tx, { topic: settlementsTopic })
  return ref
}
