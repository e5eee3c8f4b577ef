import type { AreaKind, AreaLevel, SuccessionKind } from '#core/masterdata/contract/areas/area-kinds.ts'
import { nameKey, splitName } from './names.ts'

/** The day of the older list. What was in force before it is not known. */
export const FIRST_DAY = '2019-10-06'
/**
 * From here the areas are those of the conversion table, the last state before the reform. Between the two lists about 1,130 communes were
 * merged away on days that neither source states; the last of those changes came into force on this day, so all are shown from it.
 */
export const LATE_DAY = '2025-03-01'
/** 63 provinces became 34, districts ceased, 10,035 communes became 3,321 (202/2025/QH15). */
export const REFORM_DAY = '2025-07-01'

export interface Area {
  level: AreaLevel
  code: string
  kind: AreaKind
  name: string
  parentLevel: AreaLevel | null
  parentCode: string | null
  validFrom: string
  validTo: string | null
}

export interface Succession {
  from: Area
  to: Area
  kind: SuccessionKind
  /** How the source writes the old area, where it differs. */
  recordedAs: string
  note: string
}

/** The areas while they are put together: every row, and by code the one that is in force last. */
export class AreaBook {
  readonly areas: Area[] = []
  readonly successions: Succession[] = []
  readonly #current = new Map<string, Area>()
  readonly #pairs = new Map<Area, Map<Area, Succession>>()

  add(area: Area): Area {
    this.areas.push(area)
    this.#current.set(`${area.level} ${area.code}`, area)
    return area
  }

  /** Adds an area by its full name ('Phường Ba Đình'), in force until it is closed. */
  open(level: AreaLevel, code: string, fullName: string, parent: [AreaLevel, string] | null, validFrom: string): Area {
    return this.add({ level, code, ...splitName(level, fullName), parentLevel: parent?.[0] ?? null, parentCode: parent?.[1] ?? null, validFrom, validTo: null })
  }

  /** The area that a code means last. Throws when there is none. */
  current(level: AreaLevel, code: string): Area {
    const area = this.#current.get(`${level} ${code}`)
    if (!area) throw new Error(`no ${level} ${code}`)
    return area
  }

  find(level: AreaLevel, code: string): Area | undefined {
    return this.#current.get(`${level} ${code}`)
  }

  inForce(level: AreaLevel): Area[] {
    return [...this.#current.values()].filter((area) => area.level === level && area.validTo === null)
  }

  /** Records what became of an area, once a pair. Whoever has several successors went to each in part. */
  succeed(from: Area, to: Area, kind: SuccessionKind, extra: { recordedAs?: string; note?: string } = {}): void {
    const successors = this.#pairs.get(from) ?? new Map<Area, Succession>()
    this.#pairs.set(from, successors)
    const known = successors.get(to)
    if (known) {
      known.recordedAs ||= extra.recordedAs ?? ''
      return
    }
    const succession: Succession = { from, to, kind, recordedAs: extra.recordedAs ?? '', note: extra.note ?? '' }
    successors.set(to, succession)
    this.successions.push(succession)
    if (successors.size > 1) for (const each of successors.values()) each.kind = 'PART'
  }

  successors(from: Area): Area[] {
    return [...(this.#pairs.get(from)?.keys() ?? [])]
  }

  /** True when `to` is reached from `from` in any number of steps. */
  leadsTo(from: Area, to: Area): boolean {
    return this.successors(from).some((next) => next === to || this.leadsTo(next, to))
  }
}

/** Same kind and same name, however spelled. */
export function sameArea(a: Pick<Area, 'kind' | 'name'>, b: Pick<Area, 'kind' | 'name'>): boolean {
  return a.kind === b.kind && nameKey(a.name) === nameKey(b.name)
}
