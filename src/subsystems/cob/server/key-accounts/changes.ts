import { sql } from 'kysely'
import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy } from '#core/approvals/server/public.ts'
import { bankName, parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { keyAccountBankKind, keyAccountOpeningKind, keyAccountStatusKind, keyAccountTermsKind } from '../../contract/key-accounts/approval-kinds.ts'
import {
  BankPicture,
  OpeningPicture,
  type proposeKeyAccountBank,
  type proposeKeyAccountStatus,
  type proposeKeyAccountTerms,
  StatusPicture,
  type submitKeyAccount,
  TermsPicture,
} from '../../contract/key-accounts/changes.ts'
import { keyAccountErrors } from '../../contract/key-accounts/errors.ts'
import { coolingDays } from '../../contract/key-accounts/parameters.ts'
import { keyAccountMachine } from '../../contract/key-accounts/words.ts'
import { lockAccount } from '../settlements/records.ts'
import { raiseRecoveries } from '../settlements/recoveries.ts'
import { keyAccountApproval } from './approval.ts'
import { checkBank, checkTaxCode, requireFree, requireState, type Terms, termColumns } from './drafts.ts'
import { bankOf, KEY_ACCOUNT, type KeyAccountRow, keyAccounts, lockOwed, termsOf } from './records.ts'

const DAY_MS = 86_400_000
type Asked = OutputOf<typeof submitKeyAccount>

/** Asks for a change; the audit entry of the command is about the key account. */
export async function asked<P>(
  ctx: CommandContext,
  kind: ApprovalKind,
  { id, version, payload, reason }: { id: string; version: number; payload: P; reason: string },
): Promise<Asked> {
  const { requestId, subjectVersion } = await ask(ctx, kind, { subjectId: id, version, payload, reason })
  ctx.subject(KEY_ACCOUNT, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

const beneficiaryOf = ({ accountName, accountNumber }: { accountName: string; accountNumber: string }, bank: string | null) =>
  `${accountName} · ${accountNumber} · ${bank ?? ''}`

export async function submit({ id, version, reason }: InputOf<typeof submitKeyAccount>, ctx: CommandContext): Promise<Asked> {
  const { row } = await keyAccounts.forChange(ctx, { id, version })
  requireState(row, ['DRAFT'])
  return asked(ctx, keyAccountOpening, { id, version, payload: {}, reason })
}

/** From then on items are accepted for it. */
export const keyAccountOpening = keyAccountApproval({
  ...keyAccountOpeningKind,
  payload: z.strictObject({}),
  picture: OpeningPicture,
  async describe(row, _payload, { tx }) {
    requireState(row, ['DRAFT'])
    const bank = await bankName(tx, row.bank_bin)
    const { name: unitName } = await tx.selectFrom('organisation.unit').select('name').where('id', '=', row.unit_id).executeTakeFirstOrThrow()
    return { before: {}, after: { ...termsOf(row), unitName, ...bankOf(row), bankName: bank }, beneficiary: beneficiaryOf(bankOf(row), bank) }
  },
  async apply(row, _payload, ctx, note) {
    await requireFree(ctx.tx, bankOf(row))
    await checkTaxCode(ctx.tx, row.tax_code, row.id)
    const stamp = decidedBy(ctx)
    await keyAccounts.save(ctx.tx, stamp, row, { step_note: note }, 'open')
    await keepBank(ctx.tx, row.id, bankOf(row), { ...stamp, reason: '', until: null })
  },
})

const TermsPayload = z.strictObject({
  ...{ name: z.string(), shortName: z.string().optional(), legalName: z.string(), taxCode: z.string(), representative: z.string(), address: z.string() },
  ...{ contactName: z.string(), phone: z.string(), email: z.string(), advanceLimit: z.string(), deposit: z.string() },
})

export async function proposeTerms({ id, version, reason, ...terms }: InputOf<typeof proposeKeyAccountTerms>, ctx: CommandContext): Promise<Asked> {
  const { row } = await keyAccounts.forChange(ctx, { id, version })
  requireState(row, ['ACTIVE', 'SUSPENDED'])
  await checkTaxCode(ctx.tx, terms.taxCode, id)
  return asked(ctx, keyAccountTerms, { id, version, payload: terms, reason })
}

/** Fields that are compared as amounts; all others letter by letter. */
const AMOUNTS: readonly string[] = ['advanceLimit', 'deposit']

export const keyAccountTerms = keyAccountApproval<Terms>({
  ...keyAccountTermsKind,
  payload: TermsPayload,
  picture: TermsPicture,
  async describe(row, terms) {
    const before = termsOf(row)
    const after = termsOf({ ...row, ...termColumns(terms) })
    const same = (field: string, value: unknown) => (AMOUNTS.includes(field) ? Number(value) === Number(before[field]) : value === before[field])
    if (Object.entries(after).every(([field, value]) => same(field, value))) throw new AppError(keyAccountErrors.nothingChanged)
    return { before, after }
  },
  async apply(row, terms, ctx, note) {
    requireState(row, ['ACTIVE', 'SUSPENDED'])
    await checkTaxCode(ctx.tx, terms.taxCode, row.id)
    await keyAccounts.save(ctx.tx, decidedBy(ctx), row, { ...termColumns(terms), step_note: note })
  },
})

const BankPayload = z.strictObject({ bankBin: z.string(), accountNumber: z.string(), accountName: z.string(), reason: z.string() })
type Bank = z.output<typeof BankPayload>

export async function proposeBank({ id, version, reason, ...bank }: InputOf<typeof proposeKeyAccountBank>, ctx: CommandContext): Promise<Asked> {
  const { row } = await keyAccounts.forChange(ctx, { id, version })
  requireState(row, ['ACTIVE', 'SUSPENDED'])
  if (row.bank_bin === bank.bankBin && row.account_number === bank.accountNumber)
    throw refusedField('accountNumber', keyAccountErrors.sameAccount, ctx.language)
  await checkBank(ctx, bank)
  return asked(ctx, keyAccountBank, { id, version, payload: { ...bank, reason }, reason })
}

/** Where the money goes from now on; for some days nothing does. Its name is asked of the bank with each transfer. */
export const keyAccountBank = keyAccountApproval<Bank>({
  ...keyAccountBankKind,
  payload: BankPayload,
  picture: BankPicture,
  async describe(row, { reason: _reason, ...bank }, { tx }) {
    const now = bankOf(row)
    const name = await bankName(tx, bank.bankBin)
    return { before: { ...now, bankName: await bankName(tx, now.bankBin) }, after: { ...bank, bankName: name }, beneficiary: beneficiaryOf(bank, name) }
  },
  async apply(row, { reason, ...bank }, ctx) {
    requireState(row, ['ACTIVE', 'SUSPENDED'])
    await requireFree(ctx.tx, bank)
    const stamp = decidedBy(ctx)
    const days = await parameter(ctx.approver.runtime.db, coolingDays)
    // The first account that it has ever had takes the place of none.
    const until = days === 0 || row.account_number === '' ? null : new Date(stamp.at.getTime() + days * DAY_MS)
    await keyAccounts.save(ctx.tx, stamp, row, {
      ...{ bank_bin: bank.bankBin, account_number: bank.accountNumber, account_name: bank.accountName, account_cooling_until: until },
    })
    await keepBank(ctx.tx, row.id, bank, { ...stamp, reason, until })
  },
})

/** Ends the account in use and begins the next. */
async function keepBank(
  tx: Tx,
  keyAccountId: string,
  bank: Omit<Bank, 'reason'>,
  { by, at, reason, until }: { by: string; at: Date; reason: string; until: Date | null },
): Promise<void> {
  await tx.updateTable('cob.key_account_bank').set({ until_at: at }).where('key_account_id', '=', keyAccountId).where('until_at', 'is', null).execute()
  const account = { bank_bin: bank.bankBin, account_number: bank.accountNumber, account_name: bank.accountName }
  await tx
    .insertInto('cob.key_account_bank')
    .values({ key_account_id: keyAccountId, ...account, reason, agreed_by: by, from_at: at, cooling_until: until })
    .execute()
}

const StatusPayload = z.strictObject({ status: z.enum(['ACTIVE', 'SUSPENDED', 'CLOSED']) })
type StatusPayload = z.output<typeof StatusPayload>

export async function proposeStatus({ id, version, status, reason }: InputOf<typeof proposeKeyAccountStatus>, ctx: CommandContext): Promise<Asked> {
  await keyAccounts.forChange(ctx, { id, version })
  return asked(ctx, keyAccountStatus, { id, version, payload: { status }, reason })
}

const EVENTS = { ACTIVE: 'reactivate', SUSPENDED: 'suspend', CLOSED: 'close' } as const

/** What stands on its account, where it may be moved so. Throws SYS-410; COB-219 and COB-220 for closing one of which something is open. */
async function checkMove(row: KeyAccountRow, { status }: StatusPayload, { tx, now }: ApprovalContext): Promise<string> {
  const allowed: readonly string[] = keyAccountMachine.events[EVENTS[status]].from
  if (!allowed.includes(row.status)) throw new AppError(errors.state, {}, { data: { version: row.version, status: row.status } })
  // What it was paid for items that have come back stands on its account before that is looked at.
  if (status === 'CLOSED') await raiseRecoveries(tx, await lockAccount(tx, row.id), now)
  const balance = await lockOwed(tx, row)
  if (status !== 'CLOSED') return balance
  if (parseMoney(balance) !== 0n) throw new AppError(keyAccountErrors.owed, { keyAccount: row.code, amount: moneyText(parseMoney(balance)) })
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from cob.settlement s where s.key_account_id = ${row.id} and s.status in ('DRAFT', 'CHECKED', 'APPROVED', 'SENT', 'UNKNOWN', 'HELD'))
      + (select count(*) from cob.recovery r where r.key_account_id = ${row.id} and r.recovered < r.amount)
      + (select count(*) from cob.item i where i.key_account_id = ${row.id} and i.money_state in ('NONE', 'COLLECTED', 'PARTIAL', 'HANDED_IN', 'PAYABLE')
          and i.delivery_state not in ('RETURNED', 'CANCELLED')))::int as count`.execute(tx)
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new AppError(keyAccountErrors.notEnded, { keyAccount: row.code, count })
  return balance
}

export const keyAccountStatus = keyAccountApproval<StatusPayload>({
  ...keyAccountStatusKind,
  payload: StatusPayload,
  picture: StatusPicture,
  async describe(row, payload, ctx) {
    const owed = await checkMove(row, payload, ctx)
    return { before: { status: row.status, owed }, after: { status: payload.status, owed } }
  },
  async apply(row, payload, ctx, note) {
    await checkMove(row, payload, ctx)
    const stamp = decidedBy(ctx)
    await keyAccounts.save(ctx.tx, stamp, row, { step_note: note }, EVENTS[payload.status])
    if (payload.status !== 'CLOSED') return
    await ctx.tx.updateTable('cob.key_account_bank').set({ until_at: stamp.at }).where('key_account_id', '=', row.id).where('until_at', 'is', null).execute()
  },
})
