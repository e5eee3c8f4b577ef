import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/dates.ts'
import type { RowProblem } from '#platform/server/import/handler.ts'
import { type AreaRow, areaOf, look, type NewArea, type Period, type Plan } from './import-check.ts'
import { planAreas } from './import-plan.ts'

/** What it says in plain words: everything is looked at again until nothing more falls. */
function slow(rows: readonly AreaRow[], stored: readonly Period[]): { plan: Plan; problems: RowProblem[] } {
  const problems: RowProblem[] = []
  let areas: NewArea[] = []
  for (const row of rows) {
    const read = areaOf(row)
    if ('area' in read) areas.push(read.area)
    else problems.push(...read.faults)
  }
  for (;;) {
    const { plan, found } = look(areas, stored)
    if (found.length === 0) return { plan, problems }
    problems.push(...found)
    areas = areas.filter(({ row }) => !found.some(({ number }) => number === row))
  }
}

const comparable = ({ plan, problems }: ReturnType<typeof slow>) => ({
  added: plan.added,
  closed: [...plan.closed].sort(),
  links: plan.links,
  problems: [...problems].sort((a, b) => a.number - b.number),
})

const FIRST = '2030-01-01'
const day = fc.nat({ max: 6 }).map((days) => addDays(FIRST, days))
const province = fc.constantFrom('01', '02', '03')
const commune = fc.constantFrom('00001', '00002', '00003', '00004')
const noneOr = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })

const rowsOf = (values: fc.Arbitrary<Omit<AreaRow['value'], 'name'>>) =>
  fc.array(values, { maxLength: 14 }).map((all) => all.map((value, at): AreaRow => ({ number: at + 2, value: { ...value, name: `Tên ${at}` } })))
const someRows = rowsOf(
  fc.oneof(
    fc.record({
      code: province,
      kind: fc.constant('PROVINCE' as const),
      parentCode: fc.constant(undefined),
      validFrom: day,
      validTo: noneOr(day),
      oldCodes: noneOr(province),
    }),
    fc.record({
      code: commune,
      kind: fc.constant('COMMUNE' as const),
      parentCode: province,
      validFrom: day,
      validTo: noneOr(day),
      oldCodes: noneOr(fc.array(commune, { maxLength: 2 }).map((codes) => codes.join(', '))),
    }),
  ),
)
/** Periods of one code follow each other, as the database sees to it. */
const someStored = fc
  .tuple(
    fc.uniqueArray(province),
    fc.uniqueArray(fc.tuple(commune, province), { selector: ([code]) => code }),
    fc.array(day, { minLength: 8, maxLength: 8 }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  )
  .map(([provinces, communes, days, ends]) => {
    const stored: Period[] = []
    const add = (level: 'PROVINCE' | 'COMMUNE', code: string, parent: string | null) => {
      const at = stored.length
      const to = ends[at % 8] ? (days[at % 8] ?? null) : null
      stored.push({ id: String(at + 1), row: null, level, code, fullName: `${level} ${code}`, parent, from: '2000-01-01', to })
    }
    for (const code of provinces) add('PROVINCE', code, null)
    for (const [code, above] of communes) add('COMMUNE', code, `PROVINCE ${above}`)
    return stored
  })

describe('the plan of a file of areas', () => {
  it('is the one of looking at everything again and again', () => {
    fc.assert(
      fc.property(someRows, someStored, (rows, stored) => {
        expect(comparable(planAreas(rows, stored))).toEqual(comparable(slow(rows, stored)))
      }),
      { numRuns: 1_500 },
    )
  })

  it('of a long chain that falls from its beginning is made at once', () => {
    const length = 50_000
    const rows = Array.from({ length }, (_, at): AreaRow => {
      const oldCodes = at === 0 ? '99999' : String(at - 1).padStart(5, '0')
      const validFrom = addDays(FIRST, at)
      return {
        number: at + 2,
        value: { code: String(at).padStart(5, '0'), kind: 'COMMUNE', name: `Xã ${at}`, parentCode: '01', validFrom, validTo: validFrom, oldCodes },
      }
    })
    const stored: Period[] = [{ id: '1', row: null, level: 'PROVINCE', code: '01', fullName: 'Tỉnh', parent: null, from: '2000-01-01', to: null }]
    const { plan, problems } = planAreas(rows, stored)
    expect(plan.added).toEqual([])
    expect(problems).toHaveLength(length)
  })
})

it('an old code of another level is refused for what it is', () => {
  const row: AreaRow = { number: 2, value: { code: '00009', kind: 'WARD', name: 'Mới', parentCode: '01', validFrom: FIRST, oldCodes: '00001, 123' } }
  expect(areaOf(row)).toMatchObject({
    faults: [{ field: 'oldCodes', vi: expect.stringContaining('mã 123 không cùng cấp'), en: expect.stringContaining('not at the same level') }],
  })
})
