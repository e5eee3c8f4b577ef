/** The door of incidents for screens of records that they are about. */
export { IncidentsOf } from './of-record.tsx'
