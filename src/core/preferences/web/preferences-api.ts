import { call } from '#platform/web/api/call.ts'
import type { PreferencesApi } from '#platform/web/shell/preferences/setup.ts'
import { myPreferences, savePreferences } from '../contract/preferences.ts'

/** The calls behind what a person sets up, for the shell. */
export const preferencesApi: PreferencesApi = {
  load: () => call(myPreferences, {}),
  save: async (changed) => {
    await call(savePreferences, changed)
  },
}
