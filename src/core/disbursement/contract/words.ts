import { Fault } from '#core/partners/contract/answer.ts'
import { enumOf, openKey } from '#kernel/primitives.ts'

/** Permissions of the screens; each with an action behind it. */
export const BATCHES = 'o2o/disbursements'
export const HOLDS = 'o2o/held-accounts'
export const RETURNS = 'o2o/returned-transfers'

/** What is paid by transfer: a kind for each plug that the composition root hands in. */
export const SourceKind = openKey('disbursement.sourceKind')
export const LeftOutReason = enumOf('disbursement.leftOutReason', ['NO_ANSWER', 'NO_ACCOUNT', 'NAME_DIFFERS', 'HELD'])
/** Why a batch ended by itself. NOTHING_TAKEN: no account could be taken in. NOBODY_LEFT: what it was to pay has been paid otherwise since. */
export const EndedBecause = enumOf('disbursement.endedBecause', ['NOTHING_TAKEN', 'NOBODY_LEFT'])
export const HoldReason = enumOf('disbursement.holdReason', ['RETURNED', 'NO_ACCOUNT', 'NAME_DIFFERS', 'ACCOUNT_HELD'])
/** Why the last call of a transfer had no verdict: as partners have it, and LOST, whose process ended while the call was under way; REFUSED, PARTNER_LOCKED and ALIKE never left. */
export const CallFault = enumOf('disbursement.fault', ['LOST', 'REFUSED', 'PARTNER_LOCKED', 'ALIKE', ...Fault.options])
/** What becomes of money that came back and matches no transfer. MATCH: back with what the transfer paid. BOOK: income of the operator. */
export const ReturnDecision = enumOf('disbursement.returnDecision', ['MATCH', 'GIVE_BACK', 'BOOK'])
