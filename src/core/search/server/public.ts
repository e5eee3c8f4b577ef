/** The door of the search by code: the module over what all others offer. */
export { searchModule } from './module.ts'
