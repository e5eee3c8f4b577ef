import type { z } from 'zod'
import type { AppError } from '#kernel/errors.ts'
import type { PublicContext } from '#platform/server/module.ts'
import type { GatewayLine } from '../../contract/gateway.ts'
import type { Intake } from '../admission.ts'
import { ingestBatch } from '../ingest.ts'
import type { GatewayCaller, IngestLine, IngestResult } from '../receipts.ts'
import { type LinesReply, type TakenLine, takeLines } from './lines.ts'

/** A batch on its way in: who sends it, and what its lines may be. */
interface BatchCall {
  ctx: PublicContext
  caller: GatewayCaller
  intake: Intake
  line: z.ZodType<GatewayLine>
}

/** A line that was stored, now or before. */
interface StoredLine extends TakenLine {
  transactionCode: string
}

/** Takes a batch of reports in: of two lines with the same reference the earlier one counts. */
export function ingestLines({ ctx, caller, intake, line }: BatchCall, lines: readonly string[]): Promise<LinesReply<StoredLine>> {
  const { runtime, language, traceId, ip } = ctx
  const store = async (group: GatewayLine[]) => {
    const reports = group.map((facts): IngestLine => ({ caller, facts, language, traceId, ip }))
    return (await ingestBatch(runtime, intake, reports)).map(answerOf)
  }
  return takeLines({ ctx, line, about: ({ externalRef }) => externalRef, store }, lines)
}

const answerOf = (result: IngestResult): StoredLine | AppError =>
  result.status === 'refused' ? result.error : { status: result.status, transactionCode: result.receipt.transactionCode }
