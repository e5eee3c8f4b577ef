import { type ApprovalKind, ask, type DecidedContext, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { postMany } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { SettlementPayload, SettlementPicture, type settleTreasury, treasuryPermissions } from '../../contract/treasury/approval.ts'
import { treasurySettlementKind } from '../../contract/treasury/approval-kind.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import { type Settlement, settlementsFor, treasuryTopic } from '../../contract/treasury/transaction.ts'
import { type DifferencePurpose, differenceAccount } from '../difference-accounts.ts'
import { keepPending } from '../pending-difference.ts'
import { deciders } from '../people.ts'
import { journalOf, settlementEntries } from './postings.ts'
import { dayOf, targetOf } from './receipt.ts'
import { holdingOf, TREASURY, type TreasuryRow, treasury } from './record.ts'
import { placeOf } from './release.ts'

/** Where a difference ends once it was decided; while it is kept pending nowhere. */
const ENDS: Record<Settlement, DifferencePurpose | null> = {
  CORRECT_COUNT: null,
  KEEP_PENDING: null,
  RECOVER: 'SHORTAGE_RECEIVABLE',
  WRITE_OFF: 'OTHER_EXPENSE',
  PAY_BACK: 'SURPLUS_PAYABLE',
}

/** What becomes of a difference in transit is decided by two people; until then all of it lies with the courier. */
export const treasurySettlement: ApprovalKind = defineApprovalKind<SettlementPayload>({
  ...treasurySettlementKind,
  subjectType: TREASURY,
  payload: SettlementPayload,
  picture: SettlementPicture,
  entity: 'cash.treasury.transaction',
  permissions: { ask: treasuryPermissions.askSettlement, see: treasuryPermissions.see },
  tiers: [{ upTo: null, decide: treasuryPermissions.approveSettlement }],
  limit: ({ settlement }) => (settlement === 'WRITE_OFF' ? 'WRITE_OFF' : undefined),
  days: 14,
  async describe({ tx }, id, payload) {
    const row = await inDiscrepancy(tx, id)
    const { difference, staffName } = await checked(tx, row, payload)
    const facts = { amount: row.amount, receivedAmount: row.received_amount, difference: row.difference }
    return {
      code: row.code,
      place: await placeOf(tx, unitOf(row)),
      before: { ...facts, status: 'DISCREPANCY' },
      after: { ...facts, settlement: payload.settlement, settlementStaff: staffName, status: 'SETTLED' },
      money: difference,
      ...(staffName === null ? {} : { beneficiary: staffName }),
      rows: 1,
    }
  },
  async hold({ tx }, { subjectId, version }) {
    return (await treasury.lock(tx, { id: subjectId, version })).version
  },
  versionNow: async ({ tx }, id) => (await treasury.locked(tx, id))?.version,
  apply: (ctx, { subjectId, payload }) => settle(ctx, subjectId, payload),
  release: async () => undefined,
})

/** The unit that answers for a difference: where the bag came to its end. */
const unitOf = (row: TreasuryRow) => (row.goes_back ? row.from_unit_id : row.to_unit_id)

async function inDiscrepancy(tx: Tx, id: string): Promise<TreasuryRow> {
  const row = await treasury.lock(tx, { id })
  if (row.status !== 'DISCREPANCY') throw new AppError(errors.state, {}, { data: { status: row.status, version: row.version } })
  return row
}

async function checked(tx: Tx, row: TreasuryRow, { settlement, staffId }: SettlementPayload): Promise<{ difference: Hundredths; staffName: string | null }> {
  const difference = parseMoney(row.difference as string)
  if (!settlementsFor(difference).includes(settlement)) throw new AppError(treasuryErrors.settlement)
  if (settlement !== 'RECOVER') return { difference, staffName: null }
  const staff = staffId === null ? undefined : await tx.selectFrom('organisation.staff').select('full_name').where('id', '=', staffId).executeTakeFirst()
  if (!staff) throw new AppError(treasuryErrors.settlementStaff)
  return { difference, staffName: staff.full_name }
}

async function settle(ctx: DecidedContext, id: string, payload: SettlementPayload): Promise<void> {
  const { tx, now } = ctx
  const row = await inDiscrepancy(tx, id)
  const { difference, staffName } = await checked(tx, row, payload)
  const { settlement, staffId } = payload
  const unitId = unitOf(row)
  const day = await dayOf(ctx, unitId, row.received_on)
  const courier = await holdingOf(tx, row.courier_holding_id)
  const hands = [row.dispatched_by_staff_id, courier.staffId, row.received_by_staff_id]
  if ((await deciders(ctx)).some((staffId) => hands.includes(staffId))) throw new AppError(treasuryErrors.settledByInvolved)
  const receiver = await targetOf(ctx, row, row.goes_back)
  const purpose = ENDS[settlement]
  const accounts = {
    pending: await differenceAccount(tx, unitId, difference < 0n ? 'SHORTAGE_PENDING' : 'SURPLUS_PENDING'),
    end: purpose === null ? null : await differenceAccount(tx, unitId, purpose),
  }
  const figures = { courier: courier.accountId, receiver, amount: parseMoney(row.amount), found: parseMoney(row.received_amount as string) }
  const { arrival, decision } = settlementEntries(settlement, figures, accounts)
  await treasury.save(tx, decidedBy(ctx), row, { settlement, settlement_staff_id: staffId, settlement_staff_name: staffName, settled_at: now }, 'settle')
  if (settlement === 'KEEP_PENDING') {
    const arisen = { sourceType: TREASURY, sourceId: id, sourceCode: row.code, holdingId: courier.id, unitId } as const
    await keepPending(tx, decidedBy(ctx), { ...arisen, amount: row.difference as string, aroseOn: day })
  }
  await publish(tx, { topic: treasuryTopic })
  const about = { day, at: now, unitId }
  const journals = [journalOf(row, { ...about, step: 'settled', words: 'Nhập quỹ sau khi xử lý chênh lệch', entries: arrival })]
  if (decision.length > 0) journals.push(journalOf(row, { ...about, step: 'difference', words: 'Xử lý chênh lệch giao nhận tiền', entries: decision }))
  await postMany(tx, journals)
}

export async function proposeSettlement(input: InputOf<typeof settleTreasury>, ctx: CommandContext) {
  const { id, version, settlement, staffId = null, reason, attachments = [] } = input
  await treasury.forChange(ctx, { id, version })
  const payload: SettlementPayload = { settlement, staffId: settlement === 'RECOVER' ? staffId : null }
  const asked = await ask(ctx, treasurySettlement, { subjectId: id, version, payload, reason, attachments })
  ctx.subject(TREASURY, id, { after: { request: asked.requestId, requested: { settlement, reason } } })
  return { id, version: asked.subjectVersion, requestId: asked.requestId }
}
