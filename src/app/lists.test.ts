/**
 * What holds for every list of the system, taken from its contract: a list of a new module is held to it without a test of its own.
 * Its rows stand in test/list-world.ts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ListContract, Page } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Envelope } from '#kernel/envelope.ts'
import { type FieldKind, fieldMeta } from '#kernel/primitives.ts'
import { fold } from '#kernel/text.ts'
import { endpointName, type ListEntry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import { addAll } from '#platform/server/list/list.ts'
import { lookupsOf } from '#platform/server/list/lookup.ts'
import { conditionFields } from '#platform/server/list/where.ts'
import { type TestRuntime, testClock, testRuntime } from '../../test/app.ts'
import { listWorld } from '../../test/list-world.ts'
import { sessionsOf } from '../../test/probe.ts'
import { scopedWorld } from '../../test/scoped-world.ts'
import { SQL_FOLDER } from './docs.ts'
import { systemRegistry } from './server.ts'
import { asked, sqlDocuments } from './sql.ts'

type Row = Record<string, unknown> & { id: string }
type Filter = Record<string, unknown>
interface Reply extends Envelope<Page<Row>> {
  status: number
}

const registry = systemRegistry()
const lists = [...registry.entries.values()].filter((entry): entry is ListEntry => entry.kind === 'list')
/** Where values of a filter come from that no row shows. */
const IDS: Record<string, string> = { unitId: 'organisation.unit', merchantId: 'merchants.merchant', roleId: 'iam.role' }
const NOWHERE = 'zzqxw'
/** Asked of one filter at most. */
const QUESTIONS = 30
const NO_TEXT: readonly FieldKind[] = ['money', 'price', 'count', 'date', 'timestamp', 'enum', 'status', 'flag']

let app: FastifyInstance
let runtime: TestRuntime
let yesterday: string
const ids = new Map<string, string[]>()

beforeAll(async () => {
  const clock = testClock()
  runtime = await testRuntime({ clock })
  await scopedWorld(runtime, registry)
  await listWorld(runtime, clock)
  yesterday = addDays(localDate(clock.now()), -1)
  for (const [name, table] of Object.entries(IDS))
    ids.set(
      name,
      (await runtime.database.owner.query(`select id from ${table} order by id limit 12`)).rows.map(({ id }) => id),
    )
  const permissions = new Set([...registry.entries.values()].map(({ contract }) => contract.permission))
  app = await createServer({ runtime, registry, sessions: sessionsOf({ all: { sid: '00000000-0000-4000-8000-000000000001', permissions }, none: {} }) })
})
afterAll(async () => {
  await app.close()
  await runtime.database.drop()
})

async function post(path: string, payload: object, who = 'all') {
  return await app.inject({ method: 'POST', url: `/api${path}`, payload, headers: who ? { authorization: `Bearer ${who}` } : {} })
}

async function page({ path }: ListContract, searchSdi: Filter, more: object = {}, pageInfo: object = { currentPage: 1, pageSize: 100 }): Promise<Reply> {
  const response = await post(path, { searchSdi, pageInfo, ...more })
  return { ...(response.json() as Envelope<Page<Row>>), status: response.statusCode }
}

/** Every row of a result, page by page, with what the first page said of the whole. */
async function everything(contract: ListContract, filter: Filter, more: object = {}): Promise<Page<Row>> {
  const rows: Row[] = []
  for (let currentPage = 1; ; currentPage++) {
    const { data, message } = await page(contract, filter, more, { currentPage, pageSize: 100 })
    if (!data) throw new Error(`${contract.path} ${JSON.stringify(filter)}: ${message}`)
    rows.push(...data.result)
    if (data.result.length < 100) return { ...data, result: rows }
  }
}

/** The least that a list asks for: its needed fields, and a period up to yesterday, for what the test itself writes is of today. */
async function leastOf(contract: ListContract): Promise<Filter> {
  const needed = Object.entries(contract.filter.shape).filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
  const filter = Object.fromEntries(needed.map(([name]) => [name, ids.get(name)?.at(-1)]))
  const { status } = await page(contract, filter)
  return status === 422 ? { ...filter, from: addDays(yesterday, -60), to: yesterday } : filter
}

const kindsOf = ({ row }: ListContract) => new Map(Object.entries(row.shape).map(([field, schema]) => [field, fieldMeta(schema as z.ZodType).kind]))
const byKind = (kinds: Map<string, FieldKind>, row: Row, ...wanted: FieldKind[]) =>
  [...kinds].flatMap(([field, kind]) => (wanted.includes(kind) && row[field] !== null && row[field] !== '' ? [{ field, value: String(row[field]) }] : []))

/** A question: filter fields with the row they were taken from, and the field of it where one is known. */
interface Question {
  filter: Filter
  of?: Row
  field?: string
}

/** Some values for one filter: those its rows show, its enum's, ids there are, and one that is nowhere. */
function questionsOn(contract: ListContract, name: string, fields: string | { from: string; to: string }, rows: Row[]): Question[] {
  const kinds = kindsOf(contract)
  const some = Array.from({ length: 12 }, (_none, at) => rows[Math.floor((at * (rows.length - 1)) / 11)]).filter(
    (row, at, list) => row && list.indexOf(row) === at,
  ) as Row[]
  const shape = contract.filter.shape as Record<string, z.ZodType>
  if (typeof fields !== 'string') {
    const money = fieldMeta(shape[fields.from] as z.ZodType).kind === 'money'
    return some.flatMap((of) =>
      byKind(kinds, of, ...((money ? ['money'] : ['date', 'timestamp']) as FieldKind[])).map(({ field, value }) => {
        const end = money ? value : value.slice(0, 10)
        return { filter: { [fields.from]: end, [fields.to]: end }, of, field }
      }),
    )
  }
  const schema = shape[fields] as z.ZodType
  const { kind } = fieldMeta(schema)
  const wrapped = (value: unknown) =>
    (typeof value === 'boolean' ? [value, value ? 'YES' : 'NO'] : [value, [value]]).find((one) => schema.safeParse(one).success)
  const strings = (kind === 'date' ? ['date', 'timestamp'] : [...new Set(kinds.values())].filter((one) => !NO_TEXT.includes(one))) as FieldKind[]
  const taken = some.flatMap((of) =>
    (kinds.has(fields) ? [{ field: fields, value: of[fields] }] : byKind(kinds, of, ...strings)).map(({ field, value }) => ({
      value: kind === 'date' ? String(value).slice(0, 10) : value,
      of,
      field,
    })),
  )
  const others = kind === 'id' ? (ids.get(fields) ?? []) : [...optionsOf(schema), NOWHERE]
  return [...taken, ...others.map((value) => ({ value }))].flatMap(({ value, ...rest }) => {
    if (value === null || value === '') return []
    // A text that is not taken whole may be taken in part.
    const accepted = wrapped(value) ?? wrapped(String(value).split(' ').at(-1))
    return accepted === undefined ? [] : [{ filter: { [name]: accepted }, ...rest }]
  })
}

/** Each question once, at most QUESTIONS: those that no row shows first. */
function different(questions: Question[]): Question[] {
  return [...new Map(questions.toReversed().map((one) => [`${JSON.stringify(one.filter)} ${one.of ? '' : 'free'}`, one])).values()].slice(0, QUESTIONS)
}

function optionsOf(schema: z.ZodType): readonly unknown[] {
  const inner = schema as { unwrap?: () => z.ZodType; element?: z.ZodType; options?: readonly unknown[] }
  return inner.options ?? (inner.unwrap ? optionsOf(inner.unwrap()) : inner.element ? optionsOf(inner.element) : [])
}

/** A row is what was asked for, as far as it shows it: the same value, one of several, or words that stand in it. */
function answers(row: Row, name: string, asked: unknown): boolean {
  // A unit stands for all below it.
  if (asked === undefined || name === 'unitId' || !(name in row) || row[name] === null) return true
  const value = row[name]
  if (Array.isArray(asked)) return asked.includes(value)
  return typeof value === 'string' ? fold(value).includes(fold(String(asked))) || value === asked : value === asked || value === (asked === 'YES')
}

describe.each(lists.map((entry) => [endpointName(entry.contract), entry] as const))('%s', (_name, { contract }) => {
  let least: Filter
  let all: Page<Row>
  let known: Set<string>
  beforeAll(async () => {
    least = await leastOf(contract)
    all = await everything(contract, least)
    known = new Set(all.result.map(({ id }) => id))
  })

  it('has rows, each once, as many as it says, and sums that are theirs', () => {
    expect(all.result.length, 'rows in test/list-world.ts').toBeGreaterThan(2)
    expect(known.size).toBe(all.result.length)
    expect(all.totalRecord).toBe(all.result.length)
    for (const field of contract.sums) expect([field, Number(all.sums[field])]).toEqual([field, Number(addAll(all.result.map((row) => row[field])))])
    expect(Object.keys(all.sums).sort()).toEqual([...contract.sums].sort())
  })

  it('narrows with each of its filters, to rows that are what was asked for', async () => {
    const wrong: string[] = []
    for (const [name, fields] of conditionFields(contract.filter.shape)) {
      const found: number[] = []
      let finds = 0
      const questions = different(questionsOn(contract, name, fields, all.result))
      for (const { filter, of } of questions) {
        const { result, totalRecord, sums } = await everything(contract, { ...least, ...filter })
        const problem = (what: string) => wrong.push(`${name} ${JSON.stringify(filter)}: ${what}`)
        found.push(totalRecord)
        if (totalRecord !== result.length) problem(`${totalRecord} said, ${result.length} there`)
        // Another value of a needed field is another list.
        if (!(name in least) && result.some(({ id }) => !known.has(id))) problem('shows rows that are not in the whole')
        if (result.some((row) => !answers(row, name, filter[name]))) problem('shows rows that are something else')
        for (const field of contract.sums) if (Number(sums[field]) !== Number(addAll(result.map((row) => row[field])))) problem(`the sum of ${field}`)
        if (of && result.some(({ id }) => id === of.id)) finds++
      }
      if (questions.length === 0) wrong.push(`${name}: no value to ask with`)
      if (!found.some((n) => n < all.totalRecord)) wrong.push(`${name}: leaves nothing out`)
      if (!found.some((n) => n > 0)) wrong.push(`${name}: finds nothing`)
      // What a row shows finds it: its own field, one of its texts, one of its days or amounts.
      if ((name in contract.row.shape || name === 'text' || typeof fields !== 'string') && finds === 0) wrong.push(`${name}: no value of a row finds it`)
    }
    expect(wrong.slice(0, 10)).toEqual([])
  })

  it('is sorted by each key, one way as the other backwards, in pages that follow each other', async () => {
    const kinds = kindsOf(contract)
    for (const field of contract.sortKeys) {
      const up = (await everything(contract, least, { sort: { field, direction: 'asc' } })).result
      const down = (await everything(contract, least, { sort: { field, direction: 'desc' } })).result
      const order = up.map(({ id }) => id)
      expect(down.map(({ id }) => id).reverse(), field).toEqual(order)
      expect(order.length).toBe(known.size)
      const first = await page(contract, least, { sort: { field, direction: 'asc' } }, { currentPage: 1, pageSize: 15 })
      const second = await page(contract, least, { sort: { field, direction: 'asc' } }, { currentPage: 2, pageSize: 15 })
      expect([...(first.data?.result ?? []), ...(second.data?.result ?? [])].map(({ id }) => id)).toEqual(order.slice(0, 30))
      // What is counted and added up is the whole, whichever page is asked for.
      for (const { data } of [first, second]) expect([data?.totalRecord, data?.sums]).toEqual([all.totalRecord, all.sums])
      expect(await inOrder(up, field, kinds.get(field)), `order by ${field}`).toBe(true)
    }
  })

  it('is exported as it is shown: the same rows in the same order, each field', async () => {
    const columns = Object.keys(contract.row.shape)
    const [field = ''] = contract.sortKeys
    const sort = { field, direction: 'desc' }
    const response = await post(contract.export.path, { searchSdi: least, sort, format: 'csv', columns })
    const [header, ...lines] = linesOf(response.body)
    expect(header).toHaveLength(columns.length)
    const shown = (await everything(contract, least, { sort })).result
    const cells = shown.map((row) => columns.map((column) => cell(row[column], kindsOf(contract).get(column))))
    const taken = lines.slice(0, shown.length).map((line) => line.map((text, at) => cell(text, kindsOf(contract).get(columns[at] ?? ''))))
    expect(taken).toEqual(cells)
    expect(lines.length).toBe(shown.length + (contract.sums.length > 0 ? 1 : 0))
    for (const sum of contract.sums) expect(Number(lines.at(-1)?.[columns.indexOf(sum)])).toBe(Number(all.sums[sum]))
  })

  it('says of nothing that it is nothing', async () => {
    const empty = [...conditionFields(contract.filter.shape)].flatMap(([name, fields]) => questionsOn(contract, name, fields, all.result)).toReversed()
    for (const { filter } of empty) {
      const { data } = await page(contract, { ...least, ...filter })
      if (data?.totalRecord !== 0) continue
      expect(data.result).toEqual([])
      for (const field of contract.sums) expect(Number(data.sums[field])).toBe(0)
      const refused = await post(contract.export.path, { searchSdi: { ...least, ...filter }, format: 'csv' })
      expect(refused.json()).toMatchObject({ code: 'EXP-001' })
      return
    }
    expect('a filter that finds nothing').toBe('')
  })

  it('refuses an unknown filter, order, page size and column, a caller without its permission, and nobody', async () => {
    const pageInfo = { currentPage: 1, pageSize: 15 }
    const [field] = contract.sortKeys
    for (const payload of [
      { searchSdi: { ...least, [NOWHERE]: 'x' }, pageInfo },
      { searchSdi: least, pageInfo, sort: { field: NOWHERE, direction: 'asc' } },
      { searchSdi: least, pageInfo, sort: { field, direction: 'sideways' } },
      { searchSdi: least, pageInfo: { currentPage: 1, pageSize: 17 } },
      { searchSdi: least, pageInfo: { currentPage: 0, pageSize: 15 } },
    ])
      expect((await post(contract.path, payload)).statusCode).toBe(422)
    expect((await post(contract.export.path, { searchSdi: least, format: 'csv', columns: [NOWHERE] })).statusCode).toBe(422)
    for (const path of [contract.path, contract.export.path]) {
      expect((await post(path, { searchSdi: least, pageInfo }, 'none')).statusCode).toBe(403)
      expect((await post(path, { searchSdi: least, pageInfo }, '')).statusCode).toBe(401)
    }
  })
})

function linesOf(csv: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  return lines.slice(0, -1)
}

/** Comparable: what a cell and a field of an answer have in common. */
function cell(value: unknown, kind: FieldKind | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  const text = String(value)
  if (kind === 'money' || kind === 'price' || kind === 'count') return String(Number(text))
  if (kind === 'timestamp') return text.slice(0, 19).replace('T', ' ')
  if (kind === 'flag') return text.toUpperCase()
  // Words stand for the values of enums.
  return kind === 'enum' || kind === 'status' ? 'word' : text.replace(/^'/, '')
}

/** Ascending, empty ones last; texts as the database orders them, or as it orders them without accents. */
async function inOrder(rows: Row[], field: string, kind: FieldKind | undefined): Promise<boolean> {
  const values = rows.map((row) => row[field])
  const filled = values.filter((value) => value !== null)
  if (values.slice(0, filled.length).includes(null)) return false
  if (kind === 'money' || kind === 'price' || kind === 'count') return filled.every((value, at) => at === 0 || Number(filled[at - 1]) <= Number(value))
  const { rows: said } = await runtime.pool.query<{ fine: boolean }>(
    `select coalesce(bool_and(a <= b), true) or coalesce(bool_and(platform.fold(a) <= platform.fold(b)), true) as fine from unnest($1::text[], $2::text[]) v(a, b)`,
    [filled.slice(0, -1), filled.slice(1)],
  )
  return said[0]?.fine === true
}

describe('every lookup', () => {
  const promised = lists.flatMap(({ handler }) => lookupsOf(asked((ctx) => handler.query(ctx, {}).toOperationNode())))
  const once = new Map(promised.map(({ table, key }) => [`${table} (${key.join(', ')})`, { table, key }]))

  it('there are some', () => expect(once.size).toBeGreaterThan(3))

  it.each([...once])('%s finds one row at most: PostgreSQL does without the join where only that can follow', async (_name, { table, key }) => {
    const { rows: types } = await runtime.database.owner.query(
      `select string_agg(format('l.%I = v.x::text::%s', attname, format_type(atttypid, atttypmod)), ' and ') as condition from pg_attribute where attrelid = $1::regclass and attname = any($2)`,
      [table, key],
    )
    const { rows: plan } = await runtime.pool.query(
      `explain (costs off) select v.x from generate_series(1, 9) v(x) left join ${table} l on ${types[0].condition}`,
    )
    expect(plan.map((line) => line['QUERY PLAN'])).toEqual(['Function Scan on generate_series v'])
  })
})

it('the SQL of lists and reports is what was reviewed in docs/sql (npm run docs)', () => {
  const kept = new Map(readdirSync(SQL_FOLDER).map((file) => [file.replace(/\.sql$/, ''), readFileSync(join(SQL_FOLDER, file), 'utf8')]))
  const now = sqlDocuments(registry)
  expect([...kept.keys()].sort()).toEqual([...now.keys()].sort())
  for (const [module, text] of now) expect(text, module).toBe(kept.get(module))
})
