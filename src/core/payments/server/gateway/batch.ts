import type { z } from 'zod'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { refusedBySchema } from '#kernel/validation-texts.ts'
import { parseJson } from '#platform/server/http/json.ts'
import type { PublicContext } from '#platform/server/module.ts'
import { gatewayErrors } from '../../contract/errors.ts'
import type { GatewayLine, LineResult } from '../../contract/gateway.ts'
import type { Intake } from '../admission.ts'
import { ingestBatch } from '../ingest.ts'
import type { GatewayCaller, IngestLine, IngestResult } from '../receipts.ts'

/** Lines that share a database transaction: enough to make statements cheap, few enough that others are not kept waiting. */
const GROUP = 1000

/** Characters of a line at most, as of the body of a single call. */
const LINE_LENGTH = 16 * 1024
/** Fields named in the answer to a batch at most, over all its lines. */
const NAMED_FIELDS = 1000

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
  let named = 0
  const numbers = lineNumbers(call.ctx.rawBody)
  for (let start = 0; start < lines.length; start += GROUP) {
    const numbered = lines.slice(start, start + GROUP).map((text, at) => ({ text, line: numbers[start + at] ?? start + at + 1 }))
    for (const result of await ingestSome(call, numbered)) {
      named += result.errors?.length ?? 0
      // A batch of nothing but wrong lines answers no more than one of good ones: from here on they get their code alone.
      if (named > NAMED_FIELDS) delete result.errors
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
  // One line may be as long as the whole body.
  if (text.length > LINE_LENGTH) return new AppError(gatewayErrors.lineUnreadable)
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return error instanceof AppError && error.definition === errors.fieldTwice ? error : new AppError(gatewayErrors.lineUnreadable)
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
