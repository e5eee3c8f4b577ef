import { idempotencyKeyOf, requestHash } from '#platform/server/idempotency/idempotency.ts'
import type { PublicContext, Registrar } from '#platform/server/module.ts'
import type { TransactionReceipt } from '../../contract/gateway.ts'
import { BATCH_BYTES, gatewayLine, reportBatch, reportOutcome, reportTransaction } from '../../contract/gateway.ts'
import { type Intake, isFact } from '../admission.ts'
import type { GatewayCaller, IngestResult, ReportContext } from '../receipts.ts'
import { signedCalls } from './authenticate.ts'
import { ingestLines } from './batch.ts'
import { gatewayWork } from './work.ts'

/** The calls of channels and partners, for the services of this system. */
export function registerGateway(on: Registrar, intake: Intake): void {
  const workOf = gatewayWork(intake)
  const declarations = [...intake.services.values()].map(({ declaration }) => declaration)
  const line = gatewayLine(declarations)
  on.open(
    reportTransaction(declarations),
    async (facts, ctx, caller) => {
      const receipt = answer(ctx, await workOf(ctx.runtime).report({ ...contextOf(ctx, caller), facts }))
      const line = { facts, partnerId: caller.partnerId, language: ctx.language, fact: isFact(facts) }
      const told = intake.services.get(facts.service)?.told?.(line, receipt.status, ctx.runtime.config.secretKey)
      return told ? { ...receipt, told } : receipt
    },
    signedCalls,
  )
  on.open(
    reportOutcome,
    async ({ externalRef, occurredAt, ...outcome }, ctx, caller) =>
      answer(ctx, await workOf(ctx.runtime).reportOutcome({ ...contextOf(ctx, caller), externalRef, occurredAt, outcome, raw: ctx.rawBody.toString('utf8') })),
    signedCalls,
  )
  on.open(reportBatch, ({ lines }, ctx, caller) => ingestLines({ ctx, caller, intake, line }, lines), {
    ...signedCalls,
    body: 'ndjson',
    bodyLimit: BATCH_BYTES,
  })
}

function contextOf({ request, rawBody, language, traceId, ip }: PublicContext, caller: GatewayCaller): ReportContext {
  const key = idempotencyKeyOf(request.headers['idempotency-key'])
  return { caller, key: { key, hash: requestHash(request.method, request.url, rawBody) }, language, traceId, ip }
}

function answer({ reply }: PublicContext, result: IngestResult): TransactionReceipt {
  if (result.status === 'refused') throw result.error
  if (result.status === 'repeated') reply.header('idempotency-replayed', 'true')
  return result.receipt
}
