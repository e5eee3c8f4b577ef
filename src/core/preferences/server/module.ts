import { preferencesErrors } from '#core/preferences/contract/errors.ts'
import { SHARE_WITH_ALL } from '#kernel/views.ts'
import { defineModule } from '#platform/server/module.ts'
import { auditNames } from './audit-names.ts'
import { registerPreferences } from './preferences.ts'
import { registerViews } from './views.ts'

export const preferencesModule = defineModule({
  name: 'preferences',
  audit: auditNames,
  errors: preferencesErrors,
  permissions: [SHARE_WITH_ALL],
  register(on) {
    registerPreferences(on)
    registerViews(on)
  },
})
