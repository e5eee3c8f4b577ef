import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { WebhookKind } from '../../contract/webhooks/endpoints.ts'
import { sealedSecret } from './secrets.ts'

/** An endpoint that was in use before this system had it. */
export interface WebhookInUse {
  partnerId: string
  label: string
  url: string
  events: readonly WebhookKind[]
  secret: string
  status: 'ACTIVE' | 'PAUSED' | 'DISABLED'
}

/** Stores an endpoint as it was in use elsewhere since `at`; from now on events are written for it. Answers its id; undefined where one of that name stands. */
export async function openWebhook(tx: Tx, config: Pick<Config, 'secretKey'>, { partnerId, label, url, events, secret, status }: WebhookInUse, at: Date) {
  const { sealed, mark } = sealedSecret(config, partnerId, secret)
  const made = await tx
    .insertInto('partner.webhook_endpoint')
    .values({
      ...{ partner_id: partnerId, label, url, events: [...events], status, collects: true },
      ...{ secret_sealed: sealed, secret_mark: mark, updated_by: 'system', updated_at: at, created_at: at },
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'label']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}
