/** The door of the search by code. */
export { searchRecords } from './search-records.ts'
