import { addDays } from '#kernel/dates.ts'
import { CORRECTED_SUCCESSORS, ISLAND_DISTRICTS, UNCHANGED_COMMUNE } from './amendments.ts'
import { type Area, type AreaBook, REFORM_DAY, sameArea } from './area-book.ts'
import type { Late2025 } from './late-2025.ts'
import { cleanName, nameKey, splitName } from './names.ts'
import type { Mapping, Sources } from './sources.ts'

const EVE = addDays(REFORM_DAY, -1)

/** 1 July 2025: everything below the provinces ends and begins anew; provinces that stayed what they were go on. */
export function addReform(book: AreaBook, sources: Sources, late: Late2025): { unmatched: string[] } {
  const oldCommunes = new Map(book.inForce('COMMUNE').map((area) => [area.code, area]))
  const oldDistricts = new Map(book.inForce('DISTRICT').map((area) => [area.code, area]))
  for (const area of [...oldCommunes.values(), ...oldDistricts.values()]) area.validTo = EVE
  const provinceOfNew = reformProvinces(book, sources, late)

  const byName = new Map<string, Area>()
  for (const { ward_code, name, province_code } of sources.communes) {
    const code = ward_code === UNCHANGED_COMMUNE.wrongCode && cleanName(name) === UNCHANGED_COMMUNE.name ? UNCHANGED_COMMUNE.code : ward_code
    byName.set(`${province_code} ${nameKey(name)}`, book.open('COMMUNE', code, name, ['PROVINCE', province_code], REFORM_DAY))
  }
  // The codes of the conversion table are wrong in hundreds of lines, the names never.
  function target(line: Mapping): Area {
    const name = CORRECTED_SUCCESSORS.get(line.old_ward_code ?? '') ?? line.new_ward_name
    const area = byName.get(`${provinceOfNew(line.new_province_name)} ${nameKey(name)}`)
    if (!area) throw new Error(`unknown commune '${name}' of '${line.new_province_name}'`)
    return area
  }

  for (const line of sources.mappings) {
    const old = oldCommunes.get(line.old_ward_code ?? '')
    if (old) book.succeed(old, target(line), 'MAIN')
  }
  const unchanged = oldCommunes.get(UNCHANGED_COMMUNE.code)
  const unchangedNow = byName.get(`${UNCHANGED_COMMUNE.province} ${nameKey(UNCHANGED_COMMUNE.name)}`)
  if (unchanged && unchangedNow) book.succeed(unchanged, unchangedNow, 'WHOLE', { note: UNCHANGED_COMMUNE.basis })
  for (const { district, specialZone } of ISLAND_DISTRICTS) {
    const old = oldDistricts.get(district)
    if (old) book.succeed(old, book.current('COMMUNE', specialZone), 'WHOLE')
  }
  return { unmatched: followFormerNames(book, sources, late, oldCommunes, target) }
}

/** Opens the 34 provinces; answers the code of a province of today by its name in the package. */
function reformProvinces(book: AreaBook, sources: Sources, late: Late2025): (name: string) => string {
  const codes = new Map(sources.provinces.map((province) => [cleanName(province.name), province.province_code]))
  function code(name: string): string {
    const found = codes.get(cleanName(name))
    if (!found) throw new Error(`unknown province '${name}'`)
    return found
  }
  const merged = new Map<string, Set<string>>()
  for (const line of sources.mappings) {
    if (!line.old_province_name) continue
    const set = merged.get(code(line.new_province_name)) ?? new Set<string>()
    merged.set(code(line.new_province_name), set.add(late.provinceOf(line)))
  }
  const before = new Map(book.inForce('PROVINCE').map((area) => [area.code, area]))
  for (const province of sources.provinces) {
    const parts = [...(merged.get(province.province_code) ?? [])]
    // The package writes 'Cao Bằng' for a province and 'Thành phố Huế' for a city.
    const fullName = province.place_type === 'Tỉnh' ? `Tỉnh ${cleanName(province.name)}` : province.name
    const same = before.get(province.province_code)
    if (parts.length === 1 && parts[0] === province.province_code && same && sameArea(same, splitName('PROVINCE', fullName))) continue
    const olds = parts.flatMap((part) => before.get(part) ?? [])
    for (const old of olds) old.validTo = EVE
    const opened = book.open('PROVINCE', province.province_code, fullName, null, REFORM_DAY)
    for (const old of olds) book.succeed(old, opened, 'WHOLE', { note: '202/2025/QH15' })
  }
  return code
}

/**
 * Lines without a code: communes that had gone before June 2025, and former names of communes. They are found in the list of 2019
 * by name: in the same district, or in the districts that its district was made of, or as the only one of the name that is gone.
 */
function followFormerNames(
  book: AreaBook,
  sources: Sources,
  late: Late2025,
  oldCommunes: ReadonlyMap<string, Area>,
  target: (line: Mapping) => Area,
): string[] {
  const byDistrict = new Map([...late.communes2019.values()].map((area) => [`${area.parentCode} ${area.kind} ${nameKey(area.name)}`, area]))
  const gone = Map.groupBy(
    [...late.communes2019.values()].filter((area) => !oldCommunes.has(area.code)),
    (area) => `${provinceOfCommune(book, area)} ${area.kind} ${nameKey(area.name)}`,
  )
  const byName2025 = new Map([...oldCommunes.values()].map((area) => [`${area.parentCode} ${area.kind} ${nameKey(area.name)}`, area]))
  const unmatched: string[] = []
  for (const line of sources.mappings) {
    if (line.old_ward_code || !line.old_ward_name) continue
    const { kind, name } = splitName('COMMUNE', line.old_ward_name)
    const own = `${kind} ${nameKey(name)}`
    const district = late.districtOf(line)
    const only = gone.get(`${late.provinceOf(line)} ${own}`)
    const old =
      byDistrict.get(`${district} ${own}`) ??
      [...(late.districtsBefore.get(district ?? '') ?? [])].map((code) => byDistrict.get(`${code} ${own}`)).find(Boolean) ??
      (only?.length === 1 ? only[0] : undefined) ??
      byName2025.get(`${district} ${own}`)
    const written = [line.old_ward_name, line.old_district_name, line.old_province_name].map((part) => cleanName(part ?? '')).join(', ')
    const recordedAs = old && late.isWrittenAs(old, line) ? '' : written
    if (!old) unmatched.push(written)
    else if (!book.leadsTo(old, target(line))) book.succeed(old, target(line), 'MAIN', { recordedAs })
  }
  return unmatched
}

function provinceOfCommune(book: AreaBook, commune: Area): string {
  return book.current('DISTRICT', commune.parentCode ?? '').parentCode ?? ''
}
