import { createPartner } from '#core/organisation/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { behindSavepoint } from '#platform/server/database/savepoint.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { gatewayErrors } from '../contract/errors.ts'
import { type GatewayOutcome, gatewayLine } from '../contract/gateway.ts'
import { transactionsTopic } from '../contract/transaction.ts'
import { type FeeSource, feeResolver } from './fees/resolver.ts'
import { inGroup } from './group.ts'
import { ingestGroup } from './ingest.ts'
import { applyGroup } from './outcomes.ts'
import { enablePartners } from './partners.ts'
import { type GatewayCaller, type IngestResult, refusedByDatabase } from './receipts.ts'
import { type PaymentService, servicesByCode } from './service.ts'

/** The channel in whose name people report what they do in the portal itself. */
export const PORTAL = 'PORTAL'

/** What somebody reports in the portal: a line of the gateway, with a reference that a repetition names again. */
export type PortalLine = { externalRef: string; service: string } & Readonly<Record<string, unknown>>

/**
 * Takes reports of people in the portal as the gateway takes those of channels, in the transaction of their command: what a service
 * admits, keeps and posts is the same. A refusal is answered, not thrown, because it may leave something behind (a wrong secret).
 */
export interface PaymentDesk {
  report(ctx: Deciding, line: PortalLine): Promise<IngestResult>
  /** What this system itself sends to a partner, under a reference of its own: the partner reports what becomes of it as of what it reported itself. */
  send(ctx: Omit<Deciding, 'account'>, partnerId: string, line: PortalLine): Promise<IngestResult>
  /** What became of a transaction that anybody reported; `partnerId`: of that report. */
  outcome(ctx: Deciding, told: { partnerId: string; externalRef: string; outcome: GatewayOutcome; occurredAt: string }): Promise<IngestResult>
}

/** Of a command, or of a decision that is carried out. */
type Deciding = Pick<CommandContext, 'tx' | 'runtime' | 'language' | 'traceId' | 'ip'> & { account: string }

export function paymentDesk(services: readonly PaymentService[], fees: readonly FeeSource[]): PaymentDesk {
  const intake = { services: servicesByCode(services), fees: feeResolver(fees) }
  const lines = gatewayLine(services.map(({ declaration }) => declaration))
  return {
    async report(ctx, line) {
      const caller = callerOf(ctx.account, await portalId(ctx.tx))
      return only(ctx, { ...contextOf(ctx, caller), facts: lines.parse(line) }, (items, detours) => ingestGroup(within(ctx), intake, ctx.tx, items, detours))
    },
    async send(ctx, partnerId, line) {
      const { status } = await ctx.tx.selectFrom('organisation.partner').select('status').where('id', '=', partnerId).executeTakeFirstOrThrow()
      // Not even what is on its way already: it has not left yet.
      if (status !== 'ACTIVE') return { status: 'refused', error: new AppError(gatewayErrors.partnerSuspended) }
      const caller: GatewayCaller = { clientId: 'system', partnerId, suspended: false, actor: 'system' }
      const item = { ...contextOf({ ...ctx, account: 'system' }, caller), facts: lines.parse(line) }
      return only(ctx, item, (items, detours) => ingestGroup(within(ctx), intake, ctx.tx, items, detours))
    },
    async outcome(ctx, { partnerId, ...told }) {
      const line = { ...contextOf(ctx, callerOf(ctx.account, partnerId)), ...told, raw: JSON.stringify(told) }
      return only(ctx, line, (items, detours) => applyGroup(within(ctx), intake.services, ctx.tx, items, detours))
    },
  }
}

const callerOf = (account: string, partnerId: string): GatewayCaller => ({ clientId: account, partnerId, suspended: false })
const contextOf = ({ language, traceId, ip }: Deciding, caller: GatewayCaller) => ({ caller, language, traceId, ip })

/** What rarely changes is read on the command's own connection: waiting for a second one, commands would wait for each other. */
const within = ({ runtime, tx }: Omit<Deciding, 'account'>) => ({ ...runtime, db: tx })

/** One item by itself, behind a savepoint: what the ledger refuses is undone and goes another way, as in a group of the gateway. */
async function only<I>({ tx, runtime }: Omit<Deciding, 'account'>, item: I, run: Parameters<typeof inGroup<I, IngestResult>>[2]): Promise<IngestResult> {
  const results = await inGroup(runtime, [item], (items, detours) => behindSavepoint(tx, () => run(items, detours)), refusedByDatabase)
  await publish(tx, { topic: transactionsTopic })
  return results[0] as IngestResult
}

async function portalId(tx: Tx): Promise<string> {
  const { id } = await tx.selectFrom('organisation.partner').select('id').where('code', '=', PORTAL).executeTakeFirstOrThrow()
  return id
}

/** Brings the portal's own channel into the database; safe to repeat. */
export async function registerPortal(tx: Tx): Promise<void> {
  const known = await tx.selectFrom('organisation.partner').select('id').where('code', '=', PORTAL).executeTakeFirst()
  const id = known?.id ?? (await createPartner(tx, { code: PORTAL, name: 'Quầy giao dịch trên cổng', shortName: 'Quầy trên cổng', kind: 'OWN' }))
  await enablePartners(tx, [id])
}
