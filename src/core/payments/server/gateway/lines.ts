import type { z } from 'zod'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { refusedBySchema } from '#kernel/validation-texts.ts'
import { parseJson } from '#platform/server/http/json.ts'
import type { PublicContext } from '#platform/server/module.ts'
import { gatewayErrors } from '../../contract/errors.ts'

/** Lines that share a database transaction: enough to make statements cheap, few enough that others are not kept waiting. */
const GROUP = 1000

/** Characters of a line at most, as of the body of a single call. */
const LINE_LENGTH = 16 * 1024
/** Fields named in the answer to a batch at most, over all its lines. */
const NAMED_FIELDS = 1000

/** What became of a line that was taken. */
export interface TakenLine {
  status: 'created' | 'repeated'
}

/** Why a line was not. */
interface RefusedLine {
  status: 'refused'
  code: string
  message: string
  errors?: { field: string; code: string; message: string }[]
}

type LineAnswer<Taken> = { line: number } & (Taken | RefusedLine)

export interface LinesReply<Taken> {
  created: number
  repeated: number
  refused: number
  results: LineAnswer<Taken>[]
}

/** How the lines of one batch are taken in. */
export interface LineIntake<Facts, Taken> {
  ctx: PublicContext
  line: z.ZodType<Facts>
  /** What a line is about: of two lines of one batch about the same the earlier one is stored first. */
  about: (facts: Facts) => string
  /** Stores a group in one database transaction: a result a line, in order. */
  store: (group: Facts[]) => Promise<(Taken | AppError)[]>
}

/** A line as it was read: its facts, or why there are none. */
interface ReadLine<Facts> {
  number: number
  facts: Facts | AppError
}

/** A group that is being stored. */
interface UnderWay<Taken> {
  about: ReadonlySet<string>
  results: Promise<LineAnswer<Taken>[]>
}

/**
 * Takes a batch in, group after group, each group in one database transaction: a result a line, in order. While the database works on one
 * group the next is read and begun. What a group stored stays when another fails; the caller then repeats the batch, and the lines that
 * stand answer 'repeated'.
 */
export async function takeLines<Facts, Taken extends TakenLine>(intake: LineIntake<Facts, Taken>, lines: readonly string[]): Promise<LinesReply<Taken>> {
  const { ctx } = intake
  const numbers = lineNumbers(ctx.rawBody)
  const groups: UnderWay<Taken>[] = []
  try {
    for (let start = 0; start < lines.length; start += GROUP) {
      const read = lines.slice(start, start + GROUP).map((text, at): ReadLine<Facts> => {
        return { number: numbers[start + at] ?? start + at + 1, facts: parseLine(intake.line, text, ctx.language) }
      })
      const about = new Set(read.flatMap(({ facts }) => (facts instanceof AppError ? [] : [intake.about(facts)])))
      await mayBegin(groups, about)
      const results = takeSome(intake, read)
      // Awaited below, perhaps only after it has failed.
      results.catch(() => undefined)
      groups.push({ about, results })
    }
  } finally {
    await Promise.allSettled(groups.map(({ results }) => results))
  }
  return replyOf(await Promise.all(groups.map(({ results }) => results)))
}

/** One group may be under way beside a new one, and none that is about the same: of two lines the earlier one counts. */
async function mayBegin(groups: readonly UnderWay<unknown>[], about: ReadonlySet<string>): Promise<void> {
  await groups.at(-2)?.results
  const last = groups.at(-1)
  if (last && [...about].some((one) => last.about.has(one))) await last.results
}

function replyOf<Taken extends TakenLine>(groups: readonly LineAnswer<Taken>[][]): LinesReply<Taken> {
  const reply: LinesReply<Taken> = { created: 0, repeated: 0, refused: 0, results: groups.flat() }
  let named = 0
  for (const result of reply.results) {
    const refused = result.status === 'refused' ? (result as RefusedLine) : undefined
    named += refused?.errors?.length ?? 0
    // A batch of nothing but wrong lines answers no more than one of good ones: from here on they get their code alone.
    if (named > NAMED_FIELDS) delete refused?.errors
    reply[result.status] += 1
  }
  return reply
}

async function takeSome<Facts, Taken>({ ctx, store }: LineIntake<Facts, Taken>, lines: readonly ReadLine<Facts>[]): Promise<LineAnswer<Taken>[]> {
  const good = lines.flatMap(({ facts }) => (facts instanceof AppError ? [] : [facts]))
  const results = (await store(good)).values()
  return lines.map(({ number: line, facts }) => {
    if (facts instanceof AppError) return refused(line, facts, ctx.language)
    const result = results.next().value as Taken | AppError
    return result instanceof AppError ? refused(line, result, ctx.language) : { line, ...result }
  })
}

function parseLine<Facts>(schema: z.ZodType<Facts>, text: string, language: Language): Facts | AppError {
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

function refused(line: number, error: AppError, language: Language): { line: number } & RefusedLine {
  return { line, status: 'refused', code: error.definition.code, message: error.text(language), ...(error.fields ? { errors: error.fields } : {}) }
}

/** The numbers, from 1, of the lines that are not blank; blank ones count as lines but are not reported. */
function lineNumbers(body: Buffer): number[] {
  return body
    .toString('utf8')
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
}
