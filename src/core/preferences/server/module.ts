import { preferencesErrors } from '#core/preferences/contract/errors.ts'
import { SHARE_WITH_ALL } from '#core/preferences/contract/views.ts'
import { en } from '#core/preferences/labels/en.ts'
import { vi } from '#core/preferences/labels/vi.ts'
import { defineModule } from '#platform/server/module.ts'
import { registerPreferences } from './preferences.ts'
import { registerViews } from './views.ts'

export const preferencesModule = defineModule({
  name: 'preferences',
  labels: { vi, en },
  errors: preferencesErrors,
  permissions: [SHARE_WITH_ALL],
  register(on) {
    registerPreferences(on)
    registerViews(on)
  },
})
