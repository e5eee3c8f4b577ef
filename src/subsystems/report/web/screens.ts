import { cutOffScreen } from '#core/cutoff/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export default defineScreens(manifest, { [paths.cutOff]: cutOffScreen })
