import { sql } from 'kysely'
import { z } from 'zod'
import { ask, decidedBy } from '#core/approvals/server/public.ts'
import { bankName, parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { merchantAccountKind } from '../contract/approval-kinds.ts'
import { AccountPicture, APPROVE, type proposeAccount } from '../contract/changes.ts'
import { merchantErrors } from '../contract/errors.ts'
import { coolingHours } from '../contract/parameters.ts'
import { ACCOUNTS } from '../contract/words.ts'
import { requireChecked, requireFree } from './account-check.ts'
import { merchantApproval } from './approval.ts'
import { requireCalled } from './call-back.ts'
import { requireState } from './drafts.ts'
import { accountOf } from './opening.ts'
import { lockOwed, MERCHANT, type MerchantRow, merchants } from './records.ts'

const HOUR_MS = 3_600_000

const Payload = z.strictObject({
  ...{ bankBin: z.string(), accountNumber: z.string(), accountName: z.string() },
  ...{ checkId: z.string(), verdict: z.string(), answeredName: z.string(), nameReason: z.string() },
  ...{ calledName: z.string(), calledPhone: z.string(), calledAt: z.string(), callNote: z.string(), proposedBy: z.string() },
  // Requests of an earlier version do not say it.
  calledSince: z.string().optional(),
})
type Payload = z.output<typeof Payload>

/** What stands beside the account itself: the bank's word, and the call back. */
type Evidence = Pick<Payload, 'verdict' | 'answeredName' | 'nameReason' | 'calledName' | 'calledPhone' | 'calledAt' | 'callNote'>

export async function proposeOther(input: InputOf<typeof proposeAccount>, ctx: CommandContext): Promise<OutputOf<typeof proposeAccount>> {
  const { id, version, reason, attachments, nameReason = '', calledName, calledPhone, calledOn, calledTime, callNote = '', ...account } = input
  const calledAt = `${calledOn}T${calledTime}:00+07:00`
  const { row } = await merchants.forChange(ctx, { id, version })
  await requirePaid(ctx.tx, row)
  const { bankBin, accountNumber } = accountOf(row)
  if (bankBin === account.bankBin && accountNumber === account.accountNumber) throw refusedField('accountNumber', merchantErrors.sameAccount, ctx.language)
  const calledSince = isoLocal(await requireCalled(ctx, row, { phone: calledPhone, at: calledAt }))
  if (callNote === '' && (attachments ?? []).length === 0) throw refusedField('callNote', merchantErrors.evidenceNeeded, ctx.language)
  const { id: checkId, verdict, answeredName } = await requireChecked(ctx, account, nameReason, ctx.language)
  const payload: Payload = {
    ...account,
    checkId,
    verdict,
    answeredName,
    nameReason,
    calledName,
    calledPhone,
    calledSince,
    calledAt,
    callNote,
    proposedBy: ctx.session.account,
  }
  const { requestId, subjectVersion } = await ask(ctx, merchantAccount, { subjectId: id, version, payload, reason, attachments })
  ctx.subject(MERCHANT, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

/** A merchant that is closed has another account only while it is owed what came back after the closing. */
async function requirePaid(tx: Tx, row: MerchantRow): Promise<void> {
  const owed = row.status === 'CLOSED' && parseMoney(await lockOwed(tx, row)) > 0n
  requireState(row, owed ? ['CLOSED'] : ['ACTIVE', 'LOCKED'])
}

const NOTHING: Record<keyof Evidence | 'calledSince', null> = {
  calledSince: null,
  ...{ verdict: null, answeredName: null, nameReason: null, calledName: null, calledPhone: null, calledAt: null, callNote: null },
}

/** Where the money goes from now on: two people, a call back, and hours in which nothing is settled. */
export const merchantAccount = merchantApproval<Payload>({
  ...merchantAccountKind,
  payload: Payload,
  picture: AccountPicture,
  entity: 'merchants.request',
  ask: `${ACCOUNTS}/submit`,
  approve: APPROVE.account,
  async describe(row, { checkId: _check, proposedBy: _maker, ...said }, { tx }) {
    await requireFree(tx, said)
    const now = accountOf(row)
    const bank = await bankName(tx, said.bankBin)
    const evidence: Record<string, string | null> = {
      ...said,
      answeredName: said.answeredName || null,
      nameReason: said.nameReason || null,
      callNote: said.callNote || null,
    }
    return {
      before: { ...NOTHING, ...now, bankName: await bankName(tx, now.bankBin) },
      after: { ...evidence, bankName: bank },
      beneficiary: `${said.accountName} · ${said.accountNumber} · ${bank}`,
    }
  },
  async apply(row, payload, ctx) {
    await requirePaid(ctx.tx, row)
    await requireFree(ctx.tx, payload)
    const { by, at } = decidedBy(ctx)
    const hours = await parameter(ctx.approver.runtime.db, coolingHours)
    const until = hours === 0 ? null : new Date(at.getTime() + hours * HOUR_MS)
    await keepAccount(ctx.tx, row, payload, { by, at, until })
    const { bankBin, accountNumber, accountName } = payload
    const set = { settlement_bank_bin: bankBin, settlement_account: accountNumber, settlement_name: accountName, account_cooling_until: until }
    return merchants.save(ctx.tx, { by, at }, row, set)
  },
})

/** Ends the account in use and begins the next. */
async function keepAccount(tx: Tx, row: MerchantRow, said: Payload, { by, at, until }: { by: string; at: Date; until: Date | null }): Promise<void> {
  await tx.updateTable('merchants.account_history').set({ until_at: at }).where('merchant_id', '=', row.id).where('until_at', 'is', null).execute()
  await tx
    .insertInto('merchants.account_history')
    .values({
      ...{ merchant_id: row.id, bank_bin: said.bankBin, account_number: said.accountNumber, account_name: said.accountName, check_id: said.checkId },
      ...{ name_reason: said.nameReason, called_name: said.calledName, called_phone: said.calledPhone, called_at: said.calledAt, call_note: said.callNote },
      ...{ proposed_by: said.proposedBy, agreed_by: by, from_at: at, cooling_until: until },
    })
    .execute()
}

/** Throws MER-020 for a merchant whose settlement account has just changed: nothing goes to it before the hours are over. */
export async function requireSettleable(db: Queryable, merchantId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ code: string; until: Date }>`
    select code, account_cooling_until as until from merchants.merchant where id = ${merchantId} and account_cooling_until > ${now}`.execute(db)
  const [cooling] = rows
  if (cooling) throw new AppError(merchantErrors.cooling, { merchant: cooling.code, until: showTimestamp(isoLocal(cooling.until)) })
}
