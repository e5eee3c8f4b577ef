import { masterdataErrors as errors } from '#core/masterdata/contract/errors.ts'
import { addDays, showDate } from '#kernel/dates.ts'
import { type RowProblem, rowProblem } from '#platform/server/import/handler.ts'
import { type AreaRow, areaOf, byKey, codeIn, covered, keyOf, look, type NewArea, overlap, type Period, type Plan } from './import-check.ts'

/**
 * Holds the rows of a file to each other and to what is stored. A row that falls takes with it what stands on it (its communes, what it would
 * have ended), and so on until nothing more falls. Pure.
 */
export function planAreas(rows: readonly AreaRow[], stored: readonly Period[]): { plan: Plan; problems: RowProblem[] } {
  const problems: RowProblem[] = []
  let areas: NewArea[] = []
  for (const row of rows) {
    const read = areaOf(row)
    if ('area' in read) areas.push(read.area)
    else problems.push(...read.faults)
  }
  // Once to find what is wrong and once for the plan of the rest: what falls in between is followed by what it touches.
  for (;;) {
    const { plan, found } = look(areas, stored)
    if (found.length === 0) return { plan, problems }
    found.push(...cascade(plan, stored, new Set(found.map(({ number }) => number))))
    problems.push(...found)
    const fallen = new Set(found.map(({ number }) => number))
    areas = areas.filter(({ row }) => !fallen.has(row))
  }
}

/**
 * What falls with the rows that `fallen` names, wave by wave as if everything were looked at again after each, but looking only at what the
 * wave touches. It relies on what the look that made `plan` ensures of the rows left: no two of one code overlap, and all that end a stored
 * area end it on one day. Pure.
 */
function cascade(plan: Plan, stored: readonly Period[], fallen: ReadonlySet<number>): RowProblem[] {
  const book = bookOf(plan, stored)
  const problems: RowProblem[] = []
  for (let wave = [...fallen]; wave.length > 0; ) {
    const touched = takeAway(book, wave)
    const rejected = new Map<number, RowProblem>()
    for (const row of wave) for (const user of book.users.get(row) ?? []) if (book.alive.has(user.row)) hold(rejected, user.row, unknownOld(book, user))
    for (const key of touched) {
      const here = book.after.get(key) ?? []
      for (const one of here) if (one.row !== null) hold(rejected, one.row, taken(one, here))
    }
    for (const key of touched)
      for (const child of book.children.get(key) ?? []) if (book.alive.has(child.row)) hold(rejected, child.row, uncovered(book, child))
    for (const key of touched) orphans(book, key, rejected)
    problems.push(...rejected.values())
    wave = [...rejected.keys()]
  }
  return problems
}

interface Book {
  alive: Map<number, NewArea>
  /** Everything as it would be afterwards, by level and code. */
  after: Map<string, Period[]>
  /** Of an area of the file: the rows that take its place. */
  users: Map<number, NewArea[]>
  /** The old areas of a row. */
  olds: Map<number, Period[]>
  /** Stored areas that are ended, with their end before and the rows that end them. */
  ended: Map<string, { now: Period; before: string | null; rows: Set<number> }>
  /** Rows, and stored areas, below a level and code. */
  children: Map<string, NewArea[]>
  storedChildren: Map<string, Period[]>
}

function bookOf({ added, closed, links }: Plan, stored: readonly Period[]): Book {
  const copies = stored.map((one) => ({ ...one, to: closed.get(one.id ?? '') ?? one.to }))
  const book: Book = {
    alive: new Map(added.map((area) => [area.row, area])),
    after: byKey([...copies, ...added]),
    users: new Map(),
    olds: new Map(),
    ended: new Map(),
    children: new Map(),
    storedChildren: new Map(),
  }
  for (const [at, now] of copies.entries())
    if (now.id !== null && closed.has(now.id)) book.ended.set(now.id, { now, before: stored[at]?.to ?? null, rows: new Set() })
  for (const { from, to } of links) {
    append(book.olds, to.row, from)
    if (from.row !== null) append(book.users, from.row, to)
    else book.ended.get(from.id ?? '')?.rows.add(to.row)
  }
  for (const area of added) if (area.parent !== null) append(book.children, area.parent, area)
  for (const one of copies) if (one.parent !== null) append(book.storedChildren, one.parent, one)
  return book
}

/** Takes the rows away, and the ends that only they brought. Answers the level and code of what is another now, and of what has others below it. */
function takeAway({ alive, after, olds, ended }: Book, wave: readonly number[]): Set<string> {
  const touched = new Set<string>()
  for (const row of wave) {
    const area = alive.get(row)
    if (!area) continue
    alive.delete(row)
    touched.add(keyOf(area.level, area.code))
    for (const { id } of olds.get(row) ?? []) {
      const end = ended.get(id ?? '')
      if (!end?.rows.delete(row) || end.rows.size > 0) continue
      ended.delete(id ?? '')
      end.now.to = end.before
      touched.add(keyOf(end.now.level, end.now.code))
      if (end.now.parent !== null) touched.add(end.now.parent)
    }
  }
  for (const key of touched)
    after.set(
      key,
      (after.get(key) ?? []).filter(({ row }) => row === null || alive.has(row)),
    )
  return touched
}

function unknownOld({ alive, olds }: Book, area: NewArea): RowProblem | undefined {
  const gone = olds.get(area.row)?.find(({ row }) => row !== null && !alive.has(row))
  return gone && rowProblem(area.row, 'oldCodes', errors.areaOldUnknown, { code: gone.code, date: showDate(addDays(area.from, -1)) })
}

/** A stored area goes on after all. */
function taken(one: Period, here: readonly Period[]): RowProblem | undefined {
  const other = here.find((period) => period.row === null && overlap(period, one))
  return other && rowProblem(one.row ?? 0, 'code', errors.areaCodeTaken, { code: one.code, name: other.fullName })
}

function uncovered({ after }: Book, { row, parent, ...rest }: NewArea): RowProblem | undefined {
  if (parent === null || covered({ row, parent, ...rest }, after.get(parent) ?? [])) return undefined
  return rowProblem(row, 'parentCode', errors.areaParent, { code: codeIn(parent) })
}

/** Stored areas that would be left without the one above them: what ends that one falls. */
function orphans({ after, ended, storedChildren }: Book, key: string, rejected: Map<number, RowProblem>): void {
  const parents = after.get(key) ?? []
  const end = ended.get(parents.findLast(({ id, level }) => id !== null && level !== 'COMMUNE' && ended.has(id))?.id ?? '')
  if (!end) return
  const count = (storedChildren.get(key) ?? []).filter((child) => !covered(child, parents)).length
  if (count > 0) for (const row of end.rows) hold(rejected, row, rowProblem(row, 'oldCodes', errors.areaHasChildren, { count }))
}

function hold(rejected: Map<number, RowProblem>, row: number, problem: RowProblem | undefined): void {
  if (problem && !rejected.has(row)) rejected.set(row, problem)
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
