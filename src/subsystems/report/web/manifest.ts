import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

/** Permissions are named, not taken from the contracts: every page loads the manifests, and would load the contracts with them. */
export const manifest = defineManifest({
  module: 'report',
  subsystem: 'PP_REPORT',
  screens: [{ path: paths.cutOff, permission: 'period-cut-off/periods/view', title: 'cutOff', menuGated: true }],
  menu: [{ screen: paths.cutOff, icon: 'lock' }],
})
