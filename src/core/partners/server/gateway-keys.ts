import { randomBytes } from 'node:crypto'
import { createPartnerCredential, partnerByClientId } from '#core/organisation/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { StartupError } from '#platform/server/startup-error.ts'

const SUBJECT = 'organisation.partner_credential'
const ISSUED = 'partners.gateway-key-issued'
const REVOKED = 'partners.gateway-key-revoked'

/** What the audit log calls what is done to the keys that partners sign their calls with. */
export const gatewayKeyEvents = {
  [ISSUED]: { vi: 'Cấp khoá gọi cổng giao dịch', en: 'Gateway key issued' },
  [REVOKED]: { vi: 'Thu hồi khoá gọi cổng giao dịch', en: 'Gateway key revoked' },
}

export const gatewayKeySubjects = {
  [SUBJECT]: {
    vi: 'Khoá gọi cổng giao dịch',
    en: 'Gateway key',
    fields: {
      partnerId: { vi: 'Đối tác', en: 'Partner' },
      runBy: { vi: 'Tài khoản máy chủ đã chạy lệnh', en: 'Account on the server that ran the command' },
      reason: { vi: 'Lý do', en: 'Reason' },
    },
  },
}

type Keeper = Pick<Runtime, 'config' | 'audit' | 'clock'>

/** Who did it: whoever may run a command on the server has no account in the portal. */
interface Done {
  runBy: string
}

/** Of a code, as much as a client id has room for beside what makes it unique. */
const CODE_LENGTH = 40

/** Gives a partner one more key of the gateway, with the audit log. The secret is answered this once. */
export async function issueGatewayKey(tx: Tx, { config, audit }: Keeper, partnerCode: string, { runBy }: Done): Promise<{ clientId: string; secret: string }> {
  const partner = await tx.selectFrom('organisation.partner').select(['id', 'code', 'status']).where('code', '=', partnerCode.toUpperCase()).executeTakeFirst()
  if (!partner) throw new StartupError(`There is no partner ${partnerCode}. Partners: ${(await codes(tx)).join(', ')}.`)
  if (partner.status === 'CLOSED') throw new StartupError(`The partner ${partner.code} is closed.`)
  await assertSameSecretKey(tx, config)
  const clientId = `gw-${partner.code.toLowerCase().slice(0, CODE_LENGTH)}-${randomBytes(4).toString('hex')}`
  const key = await createPartnerCredential(tx, config, { partnerId: partner.id, clientId })
  await audit.write(tx, entry(ISSUED, clientId, { partnerId: partner.id, runBy }))
  return key
}

/** Ends a key at once, for ever; calls that are signed with it are refused. */
export async function revokeGatewayKey(tx: Tx, { audit, clock }: Keeper, clientId: string, { runBy, reason }: Done & { reason: string }): Promise<void> {
  const ended = await tx
    .updateTable(SUBJECT)
    .set({ status: 'REVOKED', revoked_at: clock.now() })
    .where('client_id', '=', clientId)
    .where('status', '=', 'ACTIVE')
    .returning('partner_id as partnerId')
    .executeTakeFirst()
  if (!ended) throw new StartupError(`There is no key ${clientId}, or it is revoked already.`)
  await audit.write(tx, entry(REVOKED, clientId, { partnerId: ended.partnerId, runBy, reason }))
}

const entry = (action: string, subjectId: string, after: object) => ({
  ...{ actor: 'system', traceId: 'partner-key', ip: '' },
  ...{ action, subjectType: SUBJECT, subjectId, after },
})

async function codes(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('organisation.partner').select('code').where('status', '!=', 'CLOSED').orderBy('code').execute()
  return rows.map(({ code }) => code)
}

/** A key that is sealed with another secret key than the server's would be no key to it. */
async function assertSameSecretKey(tx: Tx, config: Keeper['config']): Promise<void> {
  const known = await tx.selectFrom(SUBJECT).select('client_id as clientId').limit(1).executeTakeFirst()
  if (!known) return
  try {
    await partnerByClientId(tx, config, known.clientId)
  } catch (cause) {
    throw new StartupError('SECRET_KEY (or DATA_DIR, which holds it) is not that of the server of this database.', { cause })
  }
}
