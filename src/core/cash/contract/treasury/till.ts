import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { CodeText, Flag, Id, Money, NameText, RequiredNote, Timestamp, Version } from '#kernel/primitives.ts'
import { PieceLines, Pieces } from '../denominations.ts'
import { SHIFTS } from '../shifts.ts'
import { TillKind, TREASURY_API, treasuryMachine } from './transaction.ts'

/** Rights of the counter, not of the treasury: tellers and keepers hand over where shifts are. */
const HANDOVERS = 'cash/handovers'

/** A movement between vault and till, as the screen of the shift shows it. */
export const TillMovement = z.object({
  id: Id,
  code: CodeText,
  kind: TillKind,
  status: treasuryMachine.status,
  /** Null, and no pieces, while the reader counts the vault or the till. */
  amount: Money.nullable(),
  pieces: PieceLines,
  givenBy: NameText,
  givenAt: Timestamp,
  takenBy: NameText.nullable(),
  takenAt: Timestamp.nullable(),
  /** The reader may confirm it now. */
  mayConfirm: Flag,
  version: Version,
})
export type TillMovement = z.output<typeof TillMovement>

export const tillMovementsOf = defineQuery({
  path: `${TREASURY_API}/till-movements`,
  permission: `${SHIFTS}/view`,
  summary: { vi: 'Tiền giao, nhận giữa quỹ chính và quầy trong ca', en: 'Movements between vault and till in a shift' },
  input: { shiftId: Id },
  output: z.array(TillMovement),
})

/** The first of two presses: the giver hands over. Nothing is posted before the other confirms. */
export const handOverTill = defineCommand({
  path: `${TREASURY_API}/till/hand-over`,
  permission: `${HANDOVERS}/dispatch`,
  summary: { vi: 'Giao tiền giữa quỹ chính và quầy', en: 'Hand over cash between vault and till' },
  input: { kind: TillKind, shiftId: Id, pieces: Pieces },
  output: z.object({ id: Id, code: CodeText, version: Version }),
  idempotent: true,
})

/** The second press: the taker has counted the same. */
export const confirmTill = defineCommand({
  path: `${TREASURY_API}/till/confirm`,
  permission: `${HANDOVERS}/receive`,
  summary: { vi: 'Xác nhận đã nhận tiền giữa quỹ chính và quầy', en: 'Confirm cash received between vault and till' },
  input: { id: Id, version: Version },
  idempotent: true,
})

/** It does not fit, or was handed over by mistake: either of the two gives it back; nothing was posted. */
export const refuseTill = defineCommand({
  path: `${TREASURY_API}/till/refuse`,
  permission: `${HANDOVERS}/receive`,
  summary: { vi: 'Từ chối, rút lại tiền đã giao giữa quỹ chính và quầy', en: 'Refuse or take back a handover between vault and till' },
  input: { id: Id, version: Version, reason: RequiredNote(500) },
})
