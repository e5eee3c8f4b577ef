/** The door of merchants for screens: choosing one. */
export { MerchantSelect } from './merchant-select.tsx'
export { BankSelect } from './selects.tsx'
