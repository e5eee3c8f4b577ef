import type { Text as Words } from '#kernel/language.ts'

/** Where a sub-system shows reconciliations: its calls, its screens, and which plugs it shows. */
export interface DeskPlace {
  /** Key of the desk, kept with its requests and in the names of its approvals. */
  desk: string
  /** Where its calls stand: '/qr-schedule-rc/v1'. */
  api: string
  /** Screens: sessions, the workbench (?id=), configurations, one configuration (?id=), ageing and health. */
  routes: { list: string; detail: string; setups: string; setup: string; ageing: string }
  name: Words
  /** Keys of the plugs that it shows. */
  plugs: readonly string[]
}

/** What the contracts of a desk are made with. */
export interface DeskParts {
  place: DeskPlace
  permissions: ReturnType<typeof deskPermissions>
  words(vi: string, en: string): Words
}

/** Conditions of a list at a desk: where it shows one plug alone, which one is no question. */
export function filtersAt<F extends { plug: unknown }>({ plugs }: DeskPlace, filter: F): F {
  if (plugs.length > 1) return filter
  const { plug: _none, ...rest } = filter
  return rest as F
}

/** Permissions of a desk, from the address of its list. */
export function deskPermissions(route: string) {
  const base = route.replace(/^\//, '')
  return {
    see: `${base}/view`,
    /** Sessions, statements, matching. */
    work: `${base}/update`,
    create: `${base}/create`,
    import: `${base}/import`,
    /** Asks for what moves money: write-offs, adjustments, settlements. */
    ask: `${base}/request`,
    approve: `${base}/approve`,
    approveLarge: `${base}/large/approve`,
    confirm: `${base}/confirm`,
    settle: `${base}/settle`,
    approveSettlement: `${base}/settle/approve`,
    viewConfig: `${base}/view-config`,
    config: `${base}/config`,
    approveConfig: `${base}/config/approve`,
  }
}

export const deskParts = (place: DeskPlace): DeskParts => ({
  place,
  permissions: deskPermissions(place.routes.list),
  words: (vi, en) => ({ vi: `${vi}: ${place.name.vi}`, en: `${en}: ${place.name.en}` }),
})
