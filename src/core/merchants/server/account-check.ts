import { sql } from 'kysely'
import { blockedOf, sameName } from '#core/disbursement/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { partnerConnector } from '#core/partners/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import type { inquireAccount } from '../contract/changes.ts'
import { merchantErrors } from '../contract/errors.ts'
import { checkDays } from '../contract/parameters.ts'

const DAY_MS = 86_400_000

/** An account that money is to go to, as its owner names it. */
export interface NamedAccount {
  bankBin: string
  accountNumber: string
  accountName: string
}

/** What a bank has said about an account. */
export interface AccountCheck {
  id: string
  verdict: string
  answeredName: string
}

/** Asks the first partner that can be asked, outside of any transaction, and keeps what it says. Throws MER-015 when there is none. */
export async function inquire(
  { bankBin, accountNumber, accountName }: InputOf<typeof inquireAccount>,
  { runtime, session }: RequestContext,
): Promise<OutputOf<typeof inquireAccount>> {
  const { db, clock } = runtime
  const { rows } = await sql<{ id: string }>`select partner_id as id from partner.paying_partner order by partner_id limit 1`.execute(db)
  const [partner] = rows
  if (!partner) throw new AppError(merchantErrors.nobodyToAsk)
  const answer = await partnerConnector(runtime).accountName(partner.id, { bankBin, account: accountNumber })
  const answeredName = answer.verdict === 'SUCCEEDED' ? (answer.accountName ?? '').trim().slice(0, 200) : ''
  const verdict = answer.verdict === 'SUCCEEDED' && answeredName === '' ? 'UNKNOWN' : answer.verdict
  const words = [answer.code, answer.message].filter(Boolean).join(' ').slice(0, 500)
  const at = clock.now()
  const kept = { bank_bin: bankBin, account_number: accountNumber, partner_id: partner.id, verdict, answered_name: answeredName, words }
  await db
    .insertInto('merchants.account_check')
    .values({ ...kept, exchange_id: answer.exchangeId, checked_by: session.account, checked_at: at })
    .execute()
  return { verdict, answeredName, words, same: answeredName !== '' && sameName(accountName, answeredName), checkedAt: isoLocal(at) }
}

/** The last word of a bank about an account that is not too old. */
async function lastCheck(db: Queryable, { bankBin, accountNumber }: NamedAccount, since: Date): Promise<AccountCheck | undefined> {
  return db
    .selectFrom('merchants.account_check')
    .select(['id', 'verdict', 'answered_name as answeredName'])
    .where('bank_bin', '=', bankBin)
    .where('account_number', '=', accountNumber)
    .where('checked_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Throws MER-014 for an account that nothing may go to, of whatever payment. */
export async function requireFree(tx: Tx, account: NamedAccount): Promise<void> {
  if ((await blockedOf(tx, [account]))(account)) throw new AppError(merchantErrors.accountBlocked, { account: account.accountNumber })
}

/**
 * What an account may be taken on. Throws MER-010 where no bank was asked, MER-011 where there is no such account, MER-014 where it is held;
 * MER-012 and MER-013 at the field `nameReason` where another name, or none, was answered and nobody says why it is used.
 */
export async function requireChecked(ctx: CommandContext, account: NamedAccount, nameReason: string | undefined, language: Language): Promise<AccountCheck> {
  const { tx, runtime, now } = ctx
  await requireFree(tx, account)
  const days = await parameter(runtime.db, checkDays)
  const check = await lastCheck(tx, account, new Date(now.getTime() - days * DAY_MS))
  if (!check) throw new AppError(merchantErrors.notChecked, { account: account.accountNumber })
  if (check.verdict === 'FAILED') throw new AppError(merchantErrors.noAccount, { account: account.accountNumber })
  if (nameReason !== undefined && nameReason !== '') return check
  if (check.verdict !== 'SUCCEEDED') throw refusedField('nameReason', merchantErrors.nameUnknown, language, { account: account.accountNumber })
  if (!sameName(account.accountName, check.answeredName)) {
    throw refusedField('nameReason', merchantErrors.nameDiffers, language, { answered: check.answeredName })
  }
  return check
}
