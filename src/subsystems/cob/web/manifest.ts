import { defineManifest } from '#kernel/screens.ts'

export const manifest = defineManifest({
  module: 'cob',
  subsystem: 'PP_COB',
  screens: [],
  menu: [],
})
