/** The door of the organisation for screens. */
export { UnitSelect } from './unit-select.tsx'
