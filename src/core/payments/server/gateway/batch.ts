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

/** A line as it was read: its facts, or why there are none. */
interface ReadLine {
  number: number
  facts: GatewayLine | AppError
}

/** A group that is being stored. */
interface UnderWay {
  references: ReadonlySet<string>
  results: Promise<LineResult[]>
}

/**
 * Takes a batch in, group after group, each group in one database transaction: a result a line, in order. While the database works on one
 * group the next is read and begun. What a group stored stays when another fails; the caller then repeats the batch, and the lines that
 * stand answer 'repeated'.
 */
export async function ingestLines(call: BatchCall, lines: readonly string[]): Promise<BatchReply> {
  const numbers = lineNumbers(call.ctx.rawBody)
  const groups: UnderWay[] = []
  try {
    for (let start = 0; start < lines.length; start += GROUP) {
      const read = lines.slice(start, start + GROUP).map((text, at) => readLine(call, text, numbers[start + at] ?? start + at + 1))
      const references = referencesOf(read)
      await mayBegin(groups, references)
      const results = ingestSome(call, read)
      // Awaited below, perhaps only after it has failed.
      results.catch(() => undefined)
      groups.push({ references, results })
    }
  } finally {
    await Promise.allSettled(groups.map(({ results }) => results))
  }
  return replyOf(await Promise.all(groups.map(({ results }) => results)))
}

/** One group may be under way beside a new one, and none that names the same reference: of two lines the earlier one counts. */
async function mayBegin(groups: readonly UnderWay[], references: ReadonlySet<string>): Promise<void> {
  await groups.at(-2)?.results
  const last = groups.at(-1)
  if (last && [...references].some((one) => last.references.has(one))) await last.results
}

const referencesOf = (lines: readonly ReadLine[]) => new Set(lines.flatMap(({ facts }) => (facts instanceof AppError ? [] : [facts.externalRef])))

function replyOf(groups: readonly LineResult[][]): BatchReply {
  const reply: BatchReply = { created: 0, repeated: 0, refused: 0, results: groups.flat() }
  let named = 0
  for (const result of reply.results) {
    named += result.errors?.length ?? 0
    // A batch of nothing but wrong lines answers no more than one of good ones: from here on they get their code alone.
    if (named > NAMED_FIELDS) delete result.errors
    reply[result.status] += 1
  }
  return reply
}

async function ingestSome({ ctx, caller, intake }: BatchCall, lines: readonly ReadLine[]): Promise<LineResult[]> {
  const { runtime, language, traceId, ip } = ctx
  const good = lines.flatMap(({ facts }) => (facts instanceof AppError ? [] : [{ caller, facts, language, traceId, ip } satisfies IngestLine]))
  const results = (await ingestBatch(runtime, intake, good)).values()
  return lines.map(({ number: line, facts }) => {
    if (facts instanceof AppError) return refused(line, facts, language)
    const result = results.next().value as IngestResult
    if (result.status === 'refused') return refused(line, result.error, language)
    return { line, status: result.status, transactionCode: result.receipt.transactionCode }
  })
}

const readLine = ({ ctx, line }: BatchCall, text: string, number: number): ReadLine => ({ number, facts: parseLine(line, text, ctx.language) })

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
