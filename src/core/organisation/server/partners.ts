import { randomBytes } from 'node:crypto'
import type { PartnerKind } from '#core/organisation/contract/unit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { Recent } from '#platform/server/database/recent.ts'
import { open, seal } from '#platform/server/secret-box.ts'

export interface PartnerInput {
  code: string
  name: string
  shortName?: string
  kind: PartnerKind
  /** Six digits of the VietQR bank identification; banks only. */
  bin?: string
}

/** Creates a partner, answers its id. */
export async function createPartner(tx: Tx, partner: PartnerInput): Promise<string> {
  const row = await tx
    .insertInto('organisation.partner')
    .values({ code: partner.code, name: partner.name, short_name: partner.shortName ?? partner.name, kind: partner.kind, bin: partner.bin ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const context = (clientId: string) => `partner-credential:${clientId}`

/**
 * Gives a partner a gateway key. The secret (text, used as the HMAC key as it is) is stored sealed and answered this once;
 * `secret` fixes it for demo data, otherwise it is random.
 */
export async function createPartnerCredential(
  tx: Tx,
  config: Config,
  input: { partnerId: string; clientId: string; secret?: string },
): Promise<{ clientId: string; secret: string }> {
  const secret = input.secret ?? randomBytes(32).toString('base64url')
  await tx
    .insertInto('organisation.partner_credential')
    .values({ client_id: input.clientId, partner_id: input.partnerId, secret_sealed: seal(config.secretKey, secret, context(input.clientId)) })
    .execute()
  return { clientId: input.clientId, secret }
}

export interface GatewayPartner {
  partnerId: string
  code: string
  /** HMAC key. Never log it. */
  secret: string
  /** ACTIVE only when both the credential and the partner are. */
  status: 'ACTIVE' | 'REVOKED' | 'LOCKED' | 'CLOSED'
}

const partners = new Recent<GatewayPartner | undefined>()

/** The partner of a gateway client id; undefined when unknown. Answers may be up to one second old. */
export function partnerByClientId(db: Queryable, config: Config, clientId: string): Promise<GatewayPartner | undefined> {
  return partners.read(db, () => load(db, config, clientId), clientId)
}

async function load(db: Queryable, config: Config, clientId: string): Promise<GatewayPartner | undefined> {
  const row = await db
    .selectFrom('organisation.partner_credential as c')
    .innerJoin('organisation.partner as p', 'p.id', 'c.partner_id')
    .select(['c.partner_id as partnerId', 'c.secret_sealed as sealed', 'c.status as credentialStatus', 'p.code', 'p.status as partnerStatus'])
    .where('c.client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) return undefined
  const status = row.credentialStatus === 'ACTIVE' ? row.partnerStatus : row.credentialStatus
  return {
    partnerId: row.partnerId,
    code: row.code,
    secret: open(config.secretKey, row.sealed, context(clientId)).toString('utf8'),
    status: status as GatewayPartner['status'],
  }
}
