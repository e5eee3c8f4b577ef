import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { Attachments } from '#kernel/files.ts'
import { DateOnly, Id, Money, NameText, RequiredNote, Text, Version } from '#kernel/primitives.ts'
import { Settlement, TREASURY_API, TREASURY_BASE, TreasuryKind, treasuryMachine } from './transaction.ts'

/** Greatest amount of the first tier, in hundredths. */
export const TREASURY_FIRST_TIER = 500_000_000_00n

export const treasuryPermissions = {
  ask: `${TREASURY_BASE}/request`,
  see: `${TREASURY_BASE}/view`,
  approve: `${TREASURY_BASE}/approve`,
  approveLarge: 'treasury/large/approve',
  askSettlement: 'treasury/discrepancies/request',
  approveSettlement: 'treasury/discrepancies/approve',
} as const

/** What the checker of a transaction sees. */
export const ReleasePicture = z.object({
  kind: TreasuryKind,
  fromName: Text,
  toName: Text,
  amount: Money,
  plannedOn: DateOnly,
  courierName: NameText.nullable(),
  status: treasuryMachine.status,
})

export const SettlementPayload = z.strictObject({ settlement: Settlement, staffId: Id.nullable() })
export type SettlementPayload = z.output<typeof SettlementPayload>

/** What the checker of a settlement sees. */
export const SettlementPicture = z.object({
  amount: Money,
  receivedAmount: Money,
  difference: Money,
  settlement: Settlement,
  settlementStaff: NameText.nullable(),
  status: treasuryMachine.status,
})

/** Asks for a decision about a difference; nothing moves before it. */
export const settleTreasury = defineCommand({
  path: `${TREASURY_API}/settle`,
  permission: treasuryPermissions.askSettlement,
  summary: { vi: 'Đề nghị xử lý chênh lệch giao nhận', en: 'Propose the settlement of a difference' },
  fires: [treasuryMachine, 'settle'],
  input: {
    id: Id,
    version: Version,
    settlement: Settlement,
    /** Who has to make it good; for RECOVER. */
    staffId: Id.optional(),
    reason: RequiredNote(500),
    attachments: Attachments.optional(),
  },
  output: z.object({ id: Id, version: Version, requestId: Id }),
  idempotent: true,
})
