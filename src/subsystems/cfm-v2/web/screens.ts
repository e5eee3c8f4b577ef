import { holdingScreens } from '#core/cash/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const holdings = holdingScreens(paths)

export const cfmV2Screens = defineScreens(manifest, {
  [paths.holdings]: holdings.list,
  [paths.holding]: holdings.detail,
})
