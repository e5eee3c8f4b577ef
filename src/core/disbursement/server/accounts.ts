import { sql } from 'kysely'
import type { z } from 'zod'
import { formatMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import type { HoldReason } from '../contract/words.ts'
import { coded } from './notes.ts'
import type { ItemRow } from './records.ts'
import type { DisbursementSource, Owed } from './source.ts'

export interface Account {
  bankBin: string
  accountNumber: string
}

/** Where the money of something that is owed goes: as the source has it, or where two people have corrected it to. */
export interface Receiver extends Account {
  accountName: string
}

const nameOf = ({ bankBin, accountNumber }: Account) => `${bankBin} ${accountNumber}`

/** Where each goes by now; a correction counts while the source still has the account that was corrected. */
export async function receiversOf(db: Queryable, kind: string, owed: readonly Owed[]): Promise<Map<string, Receiver>> {
  const { rows } = await sql<{ item: string; fromBin: string; fromNumber: string } & Receiver>`
    select h.source_item as item, h.bank_bin as "fromBin", h.account_number as "fromNumber", h.new_bank_bin as "bankBin", h.new_account_number as "accountNumber",
      h.new_account_name as "accountName"
    from disbursement.hold h where h.source_kind = ${kind} and h.source_item = any(${owed.map(({ id }) => id)}::bigint[]) and h.status = 'CORRECTED' order by h.id`.execute(
    db,
  )
  const receivers = new Map<string, Receiver>(owed.map(({ id, bankBin, accountNumber, accountName }) => [id, { bankBin, accountNumber, accountName }]))
  for (const { item, fromBin, fromNumber, bankBin, accountNumber, accountName } of rows) {
    const now = receivers.get(item)
    if (now?.bankBin === fromBin && now.accountNumber === fromNumber) receivers.set(item, { bankBin, accountNumber, accountName })
  }
  return receivers
}

/** Of these accounts those that nothing may go to. */
export async function blockedOf(db: Queryable, accounts: readonly Account[]): Promise<(account: Account) => boolean> {
  const { rows } = await sql<Account>`
    select b.bank_bin as "bankBin", b.account_number as "accountNumber" from disbursement.blocked_account b
    where (b.bank_bin, b.account_number) in (select * from unnest(${accounts.map((one) => one.bankBin)}::text[], ${accounts.map((one) => one.accountNumber)}::text[]))`.execute(
    db,
  )
  const blocked = new Set(rows.map(nameOf))
  return (account) => blocked.has(nameOf(account))
}

/** Whether two people have given an account up, and no two have said since that it is right. */
export async function isReplaced(db: Queryable, { bankBin, accountNumber }: Account): Promise<boolean> {
  const { rows } = await sql`
    select from disbursement.blocked_account where bank_bin = ${bankBin} and account_number = ${accountNumber} and replaced`.execute(db)
  return rows.length > 0
}

/** The same name, as banks write it: without marks, in capitals, with one space between words. */
export const sameName = (a: string, b: string): boolean => plainName(a) === plainName(b)

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Somebody has confirmed that the account is right for a person of this name although the bank calls it so; for nobody else. */
export async function isConfirmed(db: Queryable, { bankBin, accountNumber }: Account, listedName: string, answeredName: string): Promise<boolean> {
  const { rows } = await sql<{ listed: string }>`
    select distinct listed_name as listed from disbursement.hold where bank_bin = ${bankBin} and account_number = ${accountNumber} and status = 'CONFIRMED'
      and reason = 'NAME_DIFFERS' and answered_name = ${answeredName}`.execute(db)
  return rows.some(({ listed }) => sameName(listed, listedName))
}

/**
 * Another transfer of this day to the same account and of the same amount that may have been made: nobody knows (yet) what became of it, or reports about
 * it contradict each other. Of transfers that are alike one at a time is looked at: the lock is held until the commit, and taken after the transfer's own.
 */
export async function alikeTransfer(tx: Tx, { id, bank_bin: bankBin, account_number: account, amount }: ItemRow, today: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`disbursement.alike ${bankBin} ${account} ${amount}`}, 0))`.execute(tx)
  const { rows } = await sql<{ reference: string }>`
    select i.reference from disbursement.item i
     where i.bank_bin = ${bankBin} and i.account_number = ${account} and i.amount = ${amount} and i.id <> ${id} and i.business_date >= ${today}::date
       and (i.status = 'UNKNOWN' or (i.status = 'SENT' and i.call_at is not null)
         or exists (select from disbursement.disputed_transfer d where d.transaction_id = i.transaction_id))
     order by i.id limit 1`.execute(tx)
  return rows[0]?.reference
}

type Reason = z.output<typeof HoldReason>

interface Holding {
  source: DisbursementSource
  sourceId: string
  sourceCode: string
  partnerId: string
  owed: Pick<Owed, 'id' | 'code' | 'name' | 'amount' | 'unitId'>
  receiver: Receiver
  reason: Reason
  /** What the bank said, and how it calls the account. */
  words?: string
  answeredName?: string
  itemId?: string
}

/** Holds an account for what is owed, and answers by what; one that waits already stays as it is. The source waits with it. */
export async function holdAccount(tx: Tx, holding: Holding, { by, at }: Stamp): Promise<string> {
  const { source, sourceId, sourceCode, partnerId, owed, receiver, reason, words = '', answeredName = '', itemId = null } = holding
  const added = await sql<{ id: string }>`
    insert into disbursement.hold (source_kind, source_id, source_code, source_item, item_code, item_id, name, amount, bank_bin, account_number, listed_name, answered_name,
      reason, words, held_at, partner_id, unit_id, head_unit_id, updated_by, updated_at)
    values (${source.kind}, ${sourceId}, ${sourceCode}, ${owed.id}, ${owed.code}, ${itemId}, ${owed.name}, ${formatMoney(owed.amount)}, ${receiver.bankBin}, ${receiver.accountNumber},
      ${receiver.accountName}, ${answeredName}, ${reason}, ${words}, ${at}, ${partnerId}, ${owed.unitId}, 0, ${by}, ${at})
    on conflict (source_kind, source_item) where status = 'HELD' do nothing returning id`.execute(tx)
  if (added.rows[0]) return added.rows[0].id
  // A statement of its own: one that was held at the same moment was committed after the insert had begun, which waited for it and does not see it.
  const { rows } = await sql<{ id: string }>`
    select id from disbursement.hold where source_kind = ${source.kind} and source_item = ${owed.id} and status = 'HELD'`.execute(tx)
  if (!rows[0]) throw new Error(`no held account of ${source.kind} ${owed.id}`)
  return rows[0].id
}

/** Why something waits, as its own record keeps it; all that the bank said stands with the held account. */
export const heldNote = (reason: Exclude<Reason, 'RETURNED'>): string => coded(reason)
