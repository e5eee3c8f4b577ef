/**
 * What holds for every list of the system, taken from its contract: a list of a new module is held to it without a test of its own.
 * Its rows stand in test/list-world.ts; its filters are asked in list-filters.test.ts, its SQL in list-sql.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ListContract, Page } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { type FieldKind, fieldMeta, isWorded } from '#kernel/primitives.ts'
import { rangesOf } from '#kernel/ranges.ts'
import type { ReportContract, ReportPage } from '#kernel/report.ts'
import { compareNames } from '#kernel/text.ts'
import { addAll } from '#platform/server/list/list.ts'
import { type Filter, kindsOf, type Lists, listsApp, namedLists, type Row, sumOf } from '../../test/lists.ts'
import { systemRegistry } from './server.ts'

const NOWHERE = 'zzqxw'

let world: Lists
beforeAll(async () => {
  world = await listsApp()
})
afterAll(() => world.close())

/** Lists whose totals are not made of states, and why. */
const SPLIT_OTHERWISE: Record<string, string> = {
  // A locked account counts as any other; what does not add up are classes.
  '/pp-admin/admin/business-acc/v1/search': 'class',
}

describe.each(namedLists)('%s', (_name, { contract }) => {
  let least: Filter
  let all: Page<Row>
  let known: Set<string>
  beforeAll(async () => {
    ;({ least, all, known } = await world.whole(contract))
  })

  it('has rows, each once, as many as it says, and sums that are theirs', () => {
    expect(all.result.length, 'rows in test/list-world.ts').toBeGreaterThan(2)
    expect(known.size).toBe(all.result.length)
    expect(all.totalRecord).toBe(all.result.length)
    for (const field of contract.sums) expect([field, all.sums[field]]).toEqual([field, sumOf(contract, all.result, field)])
    expect(Object.keys(all.sums).sort()).toEqual([...contract.sums].sort())
  })

  it('is sorted by each key, one way as the other backwards, in pages that follow each other', async () => {
    const kinds = kindsOf(contract)
    for (const field of contract.sortKeys) {
      const up = (await world.everything(contract, least, { sort: { field, direction: 'asc' } })).result
      const down = (await world.everything(contract, least, { sort: { field, direction: 'desc' } })).result
      const order = up.map(({ id }) => id)
      // Empty ones stand last both ways.
      const [empty, filled] = [true, false].map((is) => down.filter((row) => (row[field] === null) === is).map(({ id }) => id)) as [string[], string[]]
      expect(down.map(({ id }) => id)).toEqual([...filled, ...empty])
      expect([...filled.reverse(), ...empty.reverse()], field).toEqual(order)
      expect(order.length).toBe(known.size)
      const first = await world.page(contract, least, { sort: { field, direction: 'asc' } }, { currentPage: 1, pageSize: 15 })
      const second = await world.page(contract, least, { sort: { field, direction: 'asc' } }, { currentPage: 2, pageSize: 15 })
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
    const response = await world.post(contract.export.path, { searchSdi: least, sort, format: 'csv', columns })
    const [header, ...lines] = linesOf(response.body)
    expect(header).toHaveLength(columns.length)
    const shown = (await world.everything(contract, least, { sort })).result
    const cells = shown.map((row) => columns.map((column) => cell(row[column], kindsOf(contract).get(column))))
    const taken = lines.slice(0, shown.length).map((line) => line.map((text, at) => cell(text, kindsOf(contract).get(columns[at] ?? ''))))
    expect(taken).toEqual(cells)
    expect(lines.length).toBe(shown.length + (contract.sums.length > 0 ? 1 : 0))
    for (const sum of contract.sums) expect(Number(lines.at(-1)?.[columns.indexOf(sum)])).toBe(Number(all.sums[sum]))
    for (const problem of notAdding(contract, columns, lines)) expect(problem).toBe('')
  })

  it('says what its totals are made of, and its money adds up in each line', async () => {
    const states = [...kindsOf(contract)].filter(([, kind]) => kind === 'status').map(([field]) => field)
    // A sum over rows in several states says which they are.
    if (contract.sums.length > 0 && states.length > 0) expect(contract.split?.by).toBe(SPLIT_OTHERWISE[contract.path] ?? states[0])
    const money = contract.sums.filter((field) => kindsOf(contract).get(field) === 'money')
    if (money.length > 1) expect(Object.keys(contract.adds), 'which of the sums is made of the others').not.toEqual([])
    expect([...all.result, all.sums].filter((line) => !addsUp(contract, line))).toEqual([])
    const { split } = contract
    if (!split) return expect(all.split).toBeUndefined()
    expect(all.split?.map(({ value }) => value).sort()).toEqual([...new Set(all.result.map((row) => String(row[split.by])))].sort())
    for (const { value, rows, sums } of all.split ?? []) {
      const own = all.result.filter((row) => row[split.by] === value)
      expect([value, rows]).toEqual([value, own.length])
      expect(addsUp(contract, sums)).toBe(true)
      for (const field of contract.sums) expect(Number(sums[field])).toBe(Number(addAll(own.map((row) => row[field]))))
    }
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
      expect((await world.post(contract.path, payload)).statusCode).toBe(422)
    expect((await world.post(contract.export.path, { searchSdi: least, format: 'csv', columns: [NOWHERE] })).statusCode).toBe(422)
    for (const path of [contract.path, contract.export.path]) {
      expect((await world.post(path, { searchSdi: least, pageInfo }, 'none')).statusCode).toBe(403)
      expect((await world.post(path, { searchSdi: least, pageInfo }, '')).statusCode).toBe(401)
    }
  })
})

/** What is made of other fields is their sum; where any of them is not known it is not known either. */
function addsUp({ adds }: Pick<ListContract, 'adds'>, line: Record<string, unknown>): boolean {
  return Object.entries(adds).every(([field, terms = []]) => {
    const parts = terms.map((term) => line[term.replace('-', '')])
    if (terms.length === 0) return true
    if (line[field] === null) return parts.slice(1).every((part) => part === null)
    if (parts.includes(null)) return false
    return (
      parseMoney(String(line[field])) === parts.reduce((sum: bigint, part, at) => sum + (terms[at]?.startsWith('-') ? -1n : 1n) * parseMoney(String(part)), 0n)
    )
  })
}

/** Lines of a file whose figures do not add up. */
function notAdding(contract: ListContract, columns: string[], lines: string[][]): string[] {
  const shown = lines.map((line) => Object.fromEntries(columns.map((column, at) => [column, line[at] || null])))
  return shown.filter((line) => !addsUp(contract, line)).map((line) => JSON.stringify(line))
}

const reports = [...systemRegistry().entries.values()].flatMap((entry) => (entry.kind === 'report' ? [entry.contract] : []))

it('names stand in the order of the alphabet, in the database as in the browser', async () => {
  const names = ['An', 'Ăn', 'Ân', 'Ba', 'Dương', 'Đà Nẵng', 'đi', 'Ích', 'Ơn', 'Uy', 'Ưu', 'Vũ']
  const { rows } = await world.runtime.pool.query<{ name: string }>('select name from unnest($1::text[]) name order by name collate platform.vi', [
    names.toReversed(),
  ])
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(names.toReversed().sort(compareNames)).toEqual(names)
})

it.each(reports)('$path adds up in each row, group, total and point of its chart', async ({ path, totals, row, adds }) => {
  const money = totals.filter((field) => fieldMeta(row.shape[field] as z.ZodType).kind === 'money')
  if (money.length > 1) expect(Object.keys(adds), 'which of the totals is made of the others').not.toEqual([])
  const { data } = (await world.post(path, { searchSdi: world.lastDays, pageInfo: { currentPage: 1, pageSize: 100 } })).json() as { data: ReportPage }
  expect(data.result.length).toBeGreaterThan(2)
  const lines = [...data.result, ...data.groups.map((group) => group.row), data.totals, ...data.chart] as Record<string, unknown>[]
  expect(lines.filter((line) => !addsUp({ adds }, line))).toEqual([])
})

describe('a range', () => {
  const ranges = [...systemRegistry().entries.values()].flatMap(({ contract }) => {
    if (contract.kind !== 'list' && contract.kind !== 'report') return []
    const { path, filter, export: file } = contract as ListContract | ReportContract
    const paths = 'print' in contract ? [path, (contract as ReportContract).print.path, file.path] : [path, file.path]
    return [...rangesOf(Object.keys(filter.shape))].map(([name, ends]) => ({
      path,
      paths,
      name,
      ends,
      // A list of days wants its own beside any other range.
      others: ends.from !== 'from' && 'from' in filter.shape ? { from: '2026-11-01', to: '2026-11-05' } : {},
      kind: fieldMeta(filter.shape[ends.from] as z.ZodType).kind,
    }))
  })

  it('there are some, of days and of amounts', () => {
    expect(new Set(ranges.map(({ kind }) => kind))).toEqual(new Set(['date', 'money']))
    expect(ranges.length).toBeGreaterThan(5)
  })

  it.each(ranges)('$path refuses $name the wrong way round, at its field, for a page, paper and a file alike', async ({ paths, ends, others, kind }) => {
    const [first, last, rule] = kind === 'date' ? ['2026-11-05', '2026-11-01', 'dateOrder'] : ['5000', '900', 'amountOrder']
    for (const path of paths) {
      const page = path.endsWith('/search') ? { pageInfo: { currentPage: 1, pageSize: 15 } } : path.startsWith('/report/') ? { format: 'xlsx' } : {}
      const reply = await world.post(path, { searchSdi: { ...others, [ends.from]: first, [ends.to]: last }, ...page })
      expect([path, reply.statusCode, (reply.json() as { errors?: { field: string; code: string }[] }).errors]).toEqual([
        path,
        422,
        [expect.objectContaining({ field: `searchSdi.${ends.to}`, code: rule })],
      ])
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
  if (kind !== undefined && isWorded(kind)) {
    const { rows: alphabet } = await world.runtime.pool.query<{ fine: boolean }>(
      `select coalesce(bool_and(a collate platform.vi <= b), true) as fine from unnest($1::text[], $2::text[]) v(a, b)`,
      [filled.slice(0, -1), filled.slice(1)],
    )
    return alphabet[0]?.fine === true && filled.every((value, at) => at === 0 || compareNames(String(filled[at - 1]), String(value)) <= 0)
  }
  const { rows: said } = await world.runtime.pool.query<{ fine: boolean }>(
    `select coalesce(bool_and(a <= b), true) or coalesce(bool_and(platform.fold(a) <= platform.fold(b)), true) as fine from unnest($1::text[], $2::text[]) v(a, b)`,
    [filled.slice(0, -1), filled.slice(1)],
  )
  return said[0]?.fine === true
}
