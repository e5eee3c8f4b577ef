/** The door of the organisation for screens. */
export { PartnerName, PartnerSelect } from './partner-select.tsx'
export { UnitName, UnitSelect } from './unit-select.tsx'
export { UnitTreeSelect } from './unit-tree-select.tsx'
