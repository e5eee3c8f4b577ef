import type { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { refusedBySchema } from '#kernel/validation-texts.ts'
import type { PublicContext } from '#platform/server/module.ts'
import { gatewayErrors } from '../../contract/errors.ts'
import type { GatewayLine, LineResult } from '../../contract/gateway.ts'
import type { Intake } from '../admission.ts'
import { ingestBatch } from '../ingest.ts'
import type { GatewayCaller, IngestLine, IngestResult } from '../receipts.ts'

/** Lines that share a database transaction: enough to make statements cheap, few enough that others are not kept waiting. */
const GROUP = 1000

export interface BatchReply {
  created: number
  repeated: number
  refused: number
  results: LineResult[]
}

/** A batch on its way in: who sends it, and what its lines may be. */
interface BatchCall {
  ctx: PublicContext
  caller: GatewayCaller
  intake: Intake
  line: z.ZodType<GatewayLine>
}

/**
 * Takes a batch in, group after group, each group in one database transaction: a result a line, in order. What a group stored stays
 * when a later one fails; the caller then repeats the batch, and the lines that stand answer 'repeated'.
 */
export async function ingestLines(call: BatchCall, lines: readonly string[]): Promise<BatchReply> {
  const reply: BatchReply = { created: 0, repeated: 0, refused: 0, results: [] }
  const numbers = lineNumbers(call.ctx.rawBody)
  for (let start = 0; start < lines.length; start += GROUP) {
    const numbered = lines.slice(start, start + GROUP).map((text, at) => ({ text, line: numbers[start + at] ?? start + at + 1 }))
    for (const result of await ingestSome(call, numbered)) {
      reply.results.push(result)
      reply[result.status] += 1
    }
  }
  return reply
}

async function ingestSome({ ctx, caller, intake, line: schema }: BatchCall, lines: readonly { text: string; line: number }[]): Promise<LineResult[]> {
  const { runtime, language, traceId, ip } = ctx
  const parsed = lines.map(({ text }) => parseLine(schema, text, language))
  const good = parsed.flatMap((facts) => (facts instanceof AppError ? [] : [{ caller, facts, language, traceId, ip } satisfies IngestLine]))
  const results = (await ingestBatch(runtime, intake, good)).values()
  return lines.map(({ line }, at) => {
    const facts = parsed[at]
    if (facts instanceof AppError) return refused(line, facts, language)
    const result = results.next().value as IngestResult
    if (result.status === 'refused') return refused(line, result.error, language)
    return { line, status: result.status, transactionCode: result.receipt.transactionCode }
  })
}

function parseLine(schema: z.ZodType<GatewayLine>, text: string, language: Language): GatewayLine | AppError {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return new AppError(gatewayErrors.lineUnreadable)
  }
  const result = schema.safeParse(value)
  return result.success ? result.data : refusedBySchema(result.error, language)
}

function refused(line: number, error: AppError, language: Language): LineResult {
  return { line, status: 'refused', code: error.definition.code, message: error.text(language), ...(error.fields ? { errors: error.fields } : {}) }
}

/** The numbers, from 1, of the lines that are not blank; blank ones count as lines but are not reported. */
function lineNumbers(body: Buffer): number[] {
  return body
    .toString('utf8')
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
}
