/** The door of the search by code: the module over what all others offer, and what is found in a list. */
export { listSearch } from './list-search.ts'
export { searchModule } from './module.ts'
