/** The door of money out by transfer for screens. */
export { PayingPartnerSelect } from './partner-select.tsx'
