import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Operation, Verdict } from '../contract/answer.ts'
import { sealedKey } from './endpoint.ts'

/** A partner that was connected before this system had it. */
export interface Connection {
  partnerId: string
  baseUrl: string
  clientId: string
  secret: string
  operations: readonly Operation[]
  codes: readonly { code: string; verdict: Verdict; meaning: string }[]
  settings?: Partial<typeof USUAL>
}

const USUAL = { try_timeout_ms: 5_000, deadline_ms: 12_000, tries: 3, failures_to_open: 5, open_seconds: 30, max_answer_kb: 64 }

/** Stores a connection and what the partner's codes mean as agreed, for a new system that takes over what is in force. What stands already stays. */
export async function connectPartner(tx: Tx, config: Pick<Config, 'secretKey'>, connection: Connection, at: Date): Promise<void> {
  const { partnerId, baseUrl, clientId, secret, operations, codes, settings } = connection
  await tx
    .insertInto('partner.endpoint')
    .values({
      partner_id: partnerId,
      status: 'ON',
      base_url: baseUrl,
      client_id: clientId,
      ...sealedKey(config, partnerId, secret),
      operations: [...operations],
      ...USUAL,
      ...settings,
      updated_by: 'system',
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const { code, verdict, meaning } of codes) {
    const made = await tx
      .insertInto('partner.outcome_code')
      .values({ partner_id: partnerId, code, updated_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) continue
    const agreed = { revision: 1, verdict, meaning }
    await tx
      .insertInto('partner.outcome_code_revision')
      .values({ code_id: made.id, ...agreed, reason: '', proposed_by: 'system', approved_by: 'system', approved_at: at })
      .execute()
    await tx.updateTable('partner.outcome_code').set(agreed).where('id', '=', made.id).execute()
  }
}
