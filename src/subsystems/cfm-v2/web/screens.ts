import { dayScreens, holdingScreens } from '#core/cash/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const holdings = holdingScreens(paths)
const days = dayScreens(paths)

export const cfmV2Screens = defineScreens(manifest, {
  [paths.holdings]: holdings.list,
  [paths.holding]: holdings.detail,
  [paths.days]: days.list,
  [paths.dayProgress]: days.progress,
  [paths.day]: days.detail,
})
