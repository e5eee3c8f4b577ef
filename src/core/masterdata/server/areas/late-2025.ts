import { addDays } from '#kernel/dates.ts'
import { DISTRICT_CODES, DISTRICT_NAMES, UNCHANGED_COMMUNE } from './amendments.ts'
import { type Area, type AreaBook, LATE_DAY, sameArea } from './area-book.ts'
import { cleanName, nameKey, splitName } from './names.ts'
import type { Mapping, Sources } from './sources.ts'

/** What the conversion table says of June 2025, in codes. */
export interface Late2025 {
  /** Code of a province as the conversion table names it. */
  provinceOf(mapping: Mapping): string
  /** Code of a district by its province and the name in the conversion table. */
  districtOf(mapping: Mapping): string | undefined
  /** Districts of 2019 whose communes went on in a district of 2025. */
  districtsBefore: ReadonlyMap<string, ReadonlySet<string>>
  /** True when the line writes a commune of 2019 as the list of 2019 does: same name, same district. */
  isWrittenAs(commune: Area, mapping: Mapping): boolean
  /** Communes of 2019 by code, as they were then. */
  communes2019: ReadonlyMap<string, Area>
}

const EVE = addDays(LATE_DAY, -1)

/**
 * The state before the reform. An area of 2019 that is the same in 2025 (code, kind, name, parent) stays one row;
 * what changed is closed and opened anew; what is gone is closed.
 */
export function addLate2025(book: AreaBook, sources: Sources): Late2025 {
  const communes2019 = new Map(book.inForce('COMMUNE').map((area) => [area.code, area]))
  const lines = sources.mappings.filter((line) => line.old_ward_code)
  const provinceOf = provinceCodes(book)
  const districts = new DistrictCodes(book, lines, provinceOf, communes2019)
  const names2025 = new Map<string, { fullName: string; district: string }>()
  for (const line of lines) names2025.set(line.old_ward_code ?? '', { fullName: line.old_ward_name ?? '', district: districts.code(line) ?? '' })
  // Left as it was, so that the conversion table has no line for it.
  const unchanged = communes2019.get(UNCHANGED_COMMUNE.code)
  if (unchanged) names2025.set(unchanged.code, { fullName: UNCHANGED_COMMUNE.name, district: unchanged.parentCode ?? '' })

  const before = new Map(book.inForce('DISTRICT').map((area) => [area.code, area]))
  for (const [code, { fullName, province }] of districts.named) changeTo(book, 'DISTRICT', code, fullName, ['PROVINCE', province])
  for (const [code, { fullName, district }] of names2025) changeTo(book, 'COMMUNE', code, fullName, ['DISTRICT', district])
  for (const area of communes2019.values()) if (!names2025.has(area.code)) close(area)
  // Districts whose communes all went elsewhere. The island districts have none in either list and stay.
  const withCommunes2019 = new Set([...communes2019.values()].map((area) => area.parentCode))
  for (const area of before.values())
    if (withCommunes2019.has(area.code) && !districts.named.has(area.code) && !isIsland(area, names2025, communes2019)) close(area)
  const districtsBefore = followDistricts(book, before, communes2019)
  followNames(book, communes2019, districtsBefore)
  const isWrittenAs = (commune: Area, line: Mapping) => {
    const district = before.get(commune.parentCode ?? '')
    return (
      sameArea(commune, splitName('COMMUNE', line.old_ward_name ?? '')) &&
      district !== undefined &&
      sameArea(district, splitName('DISTRICT', line.old_district_name ?? ''))
    )
  }
  return { isWrittenAs, provinceOf, districtOf: (line) => districts.code(line), districtsBefore, communes2019 }
}

/** True when no commune of the district goes on under another district: its communes were abolished, not moved (Lý Sơn, 2020). */
function isIsland(district: Area, names2025: ReadonlyMap<string, unknown>, communes2019: ReadonlyMap<string, Area>): boolean {
  return ![...communes2019.values()].some((commune) => commune.parentCode === district.code && names2025.has(commune.code))
}

function close(area: Area): void {
  area.validTo = EVE
}

function changeTo(book: AreaBook, level: 'DISTRICT' | 'COMMUNE', code: string, fullName: string, parent: ['PROVINCE' | 'DISTRICT', string]): void {
  const known = book.find(level, code)
  const next = splitName(level, fullName)
  if (known && sameArea(known, next) && known.parentCode === parent[1]) return
  if (known) close(known)
  const opened = book.open(level, code, fullName, parent, LATE_DAY)
  // A commune that kept its name (or only its kind or district changed) went on whole; one under another name is a merger that kept the code.
  if (known && level === 'COMMUNE') book.succeed(known, opened, nameKey(known.name) === nameKey(opened.name) ? 'WHOLE' : 'MAIN')
}

/** Where the communes of a changed or dissolved district went on shows what became of it. */
function followDistricts(book: AreaBook, before: ReadonlyMap<string, Area>, communes2019: ReadonlyMap<string, Area>): Map<string, Set<string>> {
  const after = new Map<string, Set<string>>()
  const districtsBefore = new Map<string, Set<string>>()
  for (const commune of communes2019.values()) {
    const now = book.current('COMMUNE', commune.code)
    if (now.validTo !== null || !commune.parentCode || !now.parentCode) continue
    add(after, commune.parentCode, now.parentCode)
    add(districtsBefore, now.parentCode, commune.parentCode)
  }
  for (const [code, area] of before) {
    if (area.validTo === null) continue
    const next = [...(after.get(code) ?? [])]
    for (const each of next) book.succeed(area, book.current('DISTRICT', each), next.length === 1 ? 'WHOLE' : 'PART')
  }
  return districtsBefore
}

/** Two communes became one under the name of one and the code of the other: the name shows where the other went. */
function followNames(book: AreaBook, communes2019: ReadonlyMap<string, Area>, districtsBefore: ReadonlyMap<string, ReadonlySet<string>>): void {
  const named = new Map<string, Area>()
  for (const area of book.inForce('COMMUNE')) {
    for (const district of districtsBefore.get(area.parentCode ?? '') ?? []) named.set(`${district} ${nameKey(area.name)}`, area)
  }
  for (const area of communes2019.values()) {
    const bearer = named.get(`${area.parentCode} ${nameKey(area.name)}`)
    if (area.validTo !== null && book.successors(area).length === 0 && bearer) book.succeed(area, bearer, 'MAIN')
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key) ?? new Set<string>()
  map.set(key, set.add(value))
}

function provinceCodes(book: AreaBook): (line: Mapping) => string {
  const byName = new Map(book.areas.filter((area) => area.level === 'PROVINCE').map((area) => [nameKey(area.name), area.code]))
  return (line) => {
    const code = byName.get(nameKey(splitName('PROVINCE', line.old_province_name ?? '').name))
    if (!code) throw new Error(`unknown province '${line.old_province_name}'`)
    return code
  }
}

/** The conversion table names districts; their codes come from the list of 2019, our amendments, or the districts their communes were in. */
class DistrictCodes {
  /** By code: name and province of each district that has communes in June 2025. */
  readonly named = new Map<string, { fullName: string; province: string }>()
  readonly #codes = new Map<string, string>()
  readonly #listed: ReadonlyMap<string, string>
  readonly #provinceOf: (line: Mapping) => string

  constructor(book: AreaBook, lines: readonly Mapping[], provinceOf: (line: Mapping) => string, communes2019: ReadonlyMap<string, Area>) {
    this.#provinceOf = provinceOf
    this.#listed = new Map(book.inForce('DISTRICT').map((area) => [`${area.parentCode} ${area.kind} ${nameKey(area.name)}`, area.code]))
    const groups = Map.groupBy(lines, (line) => this.#key(line))
    for (const [key, members] of groups) {
      const first = members[0]
      if (!first) continue
      const province = provinceOf(first)
      const fullName = districtName(province, first.old_district_name ?? '')
      const { kind, name } = splitName('DISTRICT', fullName)
      const amended = DISTRICT_CODES.find((entry) => entry.province === province && nameKey(entry.name) === nameKey(fullName))
      const code =
        amended?.code ??
        this.#listed.get(`${province} ${kind} ${nameKey(name)}`) ??
        mostFrequent(members.flatMap((line) => communes2019.get(line.old_ward_code ?? '')?.parentCode ?? []))
      if (!code || this.named.has(code)) throw new Error(`no code of its own for the district '${fullName}' of province ${province}: ${code}`)
      this.#codes.set(key, code)
      this.named.set(code, { fullName, province })
    }
  }

  /** Former names too: a line may still write 'Huyện An Dương' for the later 'Quận An Dương'. */
  code(line: Mapping): string | undefined {
    const { kind, name } = splitName('DISTRICT', line.old_district_name ?? '')
    return this.#codes.get(this.#key(line)) ?? this.#listed.get(`${this.#provinceOf(line)} ${kind} ${nameKey(name)}`)
  }

  #key(line: Mapping): string {
    const province = this.#provinceOf(line)
    return `${province} ${nameKey(districtName(province, line.old_district_name ?? ''))}`
  }
}

function districtName(province: string, written: string): string {
  const name = cleanName(written)
  return DISTRICT_NAMES.find((entry) => entry.province === province && entry.wrong === name)?.name ?? name
}

function mostFrequent(codes: readonly string[]): string | undefined {
  const counts = Map.groupBy(codes, (code) => code)
  return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
}
