import { treasuryScreens } from '#core/cash/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const treasury = treasuryScreens({ list: paths.treasury, detail: paths.treasuryDetail })

export const cfmScreens = defineScreens(manifest, {
  [paths.treasury]: treasury.list,
  [paths.treasuryDetail]: treasury.detail,
})
