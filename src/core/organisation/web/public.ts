/** The door of the organisation for screens. */
export { PartnerSelect } from './partner-select.tsx'
export { UnitSelect } from './unit-select.tsx'
export { UnitTreeSelect } from './unit-tree-select.tsx'
