/** The door of preferences: what people set up for themselves. */
export { preferencesModule } from './module.ts'
export { viewSearch } from './search.ts'
