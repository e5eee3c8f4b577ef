/** What holds for every filter of every list: values are taken from the rows, from enums and from the records there are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ListContract, Page } from '#kernel/contract.ts'
import { type FieldKind, fieldMeta } from '#kernel/primitives.ts'
import { fold } from '#kernel/text.ts'
import { conditionFields } from '#platform/server/list/where.ts'
import { type Filter, idFilter, kindsOf, type Lists, listsApp, namedLists, type Row, sumOf } from '../../test/lists.ts'

const NOWHERE = 'zzqxw'
/** Ids that records of any kind begin with, for those that rows do not show. */
const FIRST = ['1', '2', '3'] as const
/** Asked of one filter at most. */
const QUESTIONS = 30
/** Lists of the records of one key account, which its page or its statement names once. */
const UNNAMED = new Set(['/cob-admin/key-accounts/v1/items/search keyAccountId', '/cob-admin/settlements/v1/lines/search keyAccountId'])
const NO_TEXT: readonly FieldKind[] = ['money', 'price', 'count', 'date', 'timestamp', 'enum', 'status', 'flag']

let world: Lists
beforeAll(async () => {
  world = await listsApp()
})
afterAll(() => world.close())

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
  const others = kind === 'id' ? (world.ids.get(idFilter(contract, fields)) ?? FIRST) : [...optionsOf(schema), NOWHERE]
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
  if (schema.safeParse(true).success) return [true, false]
  const inner = schema as { unwrap?: () => z.ZodType; element?: z.ZodType; options?: readonly unknown[] }
  return inner.options ?? (inner.unwrap ? optionsOf(inner.unwrap()) : inner.element ? optionsOf(inner.element) : [])
}

/** A row is what was asked for, as far as it shows it: the same value, one of several, or words that stand in it. */
function answers(row: Row, name: string, asked: unknown): boolean {
  // Of ids the rows show the names.
  // A text is looked for in several fields, whatever one of them is called.
  if (asked === undefined || name === 'text' || world.ids.has(name) || !(name in row) || row[name] === null) return true
  const value = row[name]
  if (Array.isArray(asked)) return asked.includes(value)
  return typeof value === 'string' ? fold(value).includes(fold(String(asked))) || value === asked : value === asked || value === (asked === 'YES')
}

/** A name, or several with commas between them, one of which is asked for. */
const isNamed = (value: unknown, names: Set<unknown>) => names.has(value) || (typeof value === 'string' && value.split(', ').some((one) => names.has(one)))

describe.each(namedLists)('%s', (_name, { contract }) => {
  let least: Filter
  let all: Page<Row>
  let known: Set<string>
  beforeAll(async () => {
    ;({ least, all, known } = await world.whole(contract))
  })

  it('narrows with each of its filters, to rows that are what was asked for', async () => {
    const wrong: string[] = []
    for (const [name, fields] of conditionFields(contract.filter.shape)) {
      const found: number[] = []
      let finds = 0
      let naming = Object.keys(contract.row.shape)
      const questions = different(questionsOn(contract, name, fields, all.result))
      for (const { filter, of } of questions) {
        const { result, totalRecord, sums } = await world.everything(contract, { ...least, ...filter })
        const problem = (what: string) => wrong.push(`${name} ${JSON.stringify(filter)}: ${what}`)
        found.push(totalRecord)
        if (totalRecord !== result.length) problem(`${totalRecord} said, ${result.length} there`)
        // Another value of a needed field is another list.
        if (!(name in least) && result.some(({ id }) => !known.has(id))) problem('shows rows that are not in the whole')
        if (result.some((row) => !answers(row, name, filter[name]))) problem('shows rows that are something else')
        if (world.ids.has(idFilter(contract, name))) {
          const names = await world.namesOf(idFilter(contract, name), filter[name])
          const there = new Set(result.map(({ id }) => id))
          naming = naming.filter((field) => all.result.every((row) => there.has(row.id) === isNamed(row[field], names)))
        }
        for (const field of contract.sums) if (sums[field] !== sumOf(contract, result, field)) problem(`the sum of ${field}`)
        if (of && result.some(({ id }) => id === of.id)) finds++
      }
      if (questions.length === 0) wrong.push(`${name}: no value to ask with`)
      if (!(name in least) && !found.some((n) => n < all.totalRecord)) wrong.push(`${name}: leaves nothing out`)
      if (!found.some((n) => n > 0)) wrong.push(`${name}: finds nothing`)
      // Some column names the unit, role … of just the rows that are found, whichever is asked for.
      if (world.ids.has(idFilter(contract, name)) && !(name in least) && naming.length === 0 && !UNNAMED.has(`${contract.path} ${name}`))
        wrong.push(`${name}: other rows than those that show its name`)
      // What a row shows finds it: its own field, one of its texts, one of its days or amounts.
      if ((name in contract.row.shape || name === 'text' || typeof fields !== 'string') && finds === 0) wrong.push(`${name}: no value of a row finds it`)
    }
    expect(wrong.slice(0, 10)).toEqual([])
  })

  it('says of nothing that it is nothing', async () => {
    const empty = [...conditionFields(contract.filter.shape)].flatMap(([name, fields]) => questionsOn(contract, name, fields, all.result)).toReversed()
    for (const { filter } of empty) {
      const { data } = await world.page(contract, { ...least, ...filter })
      if (data?.totalRecord !== 0) continue
      expect(data.result).toEqual([])
      for (const field of contract.sums) expect(Number(data.sums[field])).toBe(0)
      const refused = await world.post(contract.export.path, { searchSdi: { ...least, ...filter }, format: 'csv' })
      expect(refused.json()).toMatchObject({ code: 'EXP-001' })
      return
    }
    expect('a filter that finds nothing').toBe('')
  })
})
