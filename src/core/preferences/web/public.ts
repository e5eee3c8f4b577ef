/** The door of preferences. */
export { preferencesApi } from './preferences-api.ts'
