import type { CashAddresses } from '#core/cash/server/public.ts'
import { fill } from '#kernel/language.ts'
import { paths as cfmPaths } from '#subsystems/cfm/web/paths.ts'
import { paths as cfmV2Paths } from '#subsystems/cfm-v2/web/paths.ts'

/** Where the records of cash stand. */
export const cashAddresses: CashAddresses = {
  shift: (id) => fill(cfmV2Paths.shift, { id }),
  count: (id) => fill(cfmV2Paths.count, { id }),
  holding: (id) => fill(cfmV2Paths.holding, { id }),
  day: (id) => fill(cfmV2Paths.day, { id }),
  treasury: (id) => `${cfmPaths.treasuryDetail}?id=${id}`,
}

/** Lists as links to one of their rows. */
export const listed =
  (path: string, field = 'text') =>
  (text: string) =>
    `${path}?${new URLSearchParams({ [field]: text })}`
