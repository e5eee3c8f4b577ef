/** The door of settlements of merchants: a source of transfers, the module, what must hold. */
export { settlementRules } from './control-rules.ts'
export { closeDue } from './due.ts'
export { unsettled } from './keeps-open.ts'
export { settlementsModule } from './module.ts'
export { SETTLEMENT as merchantSettlement } from './records.ts'
export { settlementTransfers } from './source.ts'
export { statementOfMerchant } from './statement.ts'
export { settlementTrace, unitsOfSettlements } from './trace.ts'
