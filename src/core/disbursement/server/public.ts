/** The door of money out by transfer: sources are plugs; batches, transfers and held accounts are its own. */

export { blockedOf, sameName } from './accounts.ts'
export { disbursementRules } from './control-rules.ts'
export { transferSubject } from './incidents.ts'
export { type Disbursements, disbursements } from './module.ts'
export { codedText, noteIn, noteText } from './notes.ts'
export { prepare } from './prepare.ts'
export { Sender, type SendingDesk } from './sender.ts'
export { transferPayments } from './service.ts'
export { type DisbursementSource, type Owed, type SourceRecord, Sources } from './source.ts'
export { batchTrace, transfersMade, transferTrace } from './trace.ts'
