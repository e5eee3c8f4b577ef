import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'

export default defineScreens(manifest, {})
