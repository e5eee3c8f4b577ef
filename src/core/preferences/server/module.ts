import { defineModule } from '#platform/server/module.ts'
import { registerPreferences } from './preferences.ts'

export const preferencesModule = defineModule({
  name: 'preferences',
  register(on) {
    registerPreferences(on)
  },
})
