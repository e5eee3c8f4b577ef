import { sql } from 'kysely'
import { type EntryInput, type JournalInput, type PostResult, tryPostMany } from '#core/ledger/server/public.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { type AccountRefusal, type Detours, PostingRefused, type Refusal } from './group.ts'
import type { Settings } from './settings.ts'

/** The part that the account plays which takes what others refuse. */
export const SUSPENSE = 'suspense'

/** A journal of a transaction, at its place in the group. */
export interface Posting {
  at: number
  transactionId: string
  /** Of the transaction, to find its partition. */
  businessDate: string
  journal: JournalInput
}

/** What a journal left on the suspense account. */
interface Held {
  accountId: string
  reason: AccountRefusal
  side: EntryInput['side']
  amount: string
}

/**
 * Posts the journals of a group, the suspense account in the place of accounts that are known to refuse. Throws PostingRefused for what
 * the ledger refuses, with what there is to learn of it. Last in a group, because it locks accounts that everybody needs; what
 * a service has to post while it follows an outcome (cash that a count found beyond what it missed) comes before it, and runs again on a
 * deadlock. Answers the journals, in order, and how many of them left something in suspense.
 */
export async function postAll(tx: Tx, postings: readonly Posting[], detours: Detours, settings: Settings): Promise<Posted> {
  const made = postings.map((posting) => around(posting, detours, settings))
  const results = await tryPostMany(
    tx,
    made.map(({ journal }) => journal),
  )
  await throwRefused(tx, postings, results)
  const held = made.flatMap(({ held }, n) =>
    held.map((one) => {
      const { transactionId, businessDate } = postings[n] as Posting
      return { transactionId, businessDate, journalId: (results[n] as { journalId: string }).journalId, ...one }
    }),
  )
  if (held.length > 0) await keepHeld(tx, held)
  return { journalIds: results.map((result) => (result as { journalId: string }).journalId), held: new Set(held.map(({ journalId }) => journalId)).size }
}

interface Posted {
  journalIds: string[]
  held: number
}

/** Whoever watches the system learns that money lies in suspense; which stands in its list. */
export function warnOfHeld({ log }: Pick<Runtime, 'log'>, journals: number): void {
  if (journals > 0) log.warn({ journals }, 'accounts refused what has happened: it lies in suspense')
}

/** The journal, its entries on accounts that refuse turned to suspense, and what stands there because of it. */
function around({ at, journal }: Posting, detours: Detours, settings: Settings): { journal: JournalInput; held: Held[] } {
  const refusing = detours.get(at)?.accounts
  if (!refusing || refusing.size === 0) return { journal, held: [] }
  const suspense = settings.services.get(journal.service)?.[SUSPENSE]
  if (!suspense) throw new Error(`service ${journal.service} has no suspense account`)
  const held = [...refusing].flatMap(([accountId, reason]): Held[] => {
    const net = journal.entries.filter((entry) => entry.accountId === accountId).reduce((sum, { side, amount }) => sum + (side === 'D' ? amount : -amount), 0n)
    return net === 0n ? [] : [{ accountId, reason, side: net > 0n ? 'D' : 'C', amount: formatMoney(net > 0n ? net : -net) }]
  })
  const entries = journal.entries.map((entry) => (refusing.has(entry.accountId) ? { ...entry, accountId: suspense } : entry))
  return { journal: { ...journal, entries }, held }
}

/** What was refused, with the account that refused it: the ledger names that by its code. */
async function throwRefused(tx: Tx, postings: readonly Posting[], results: readonly PostResult[]): Promise<void> {
  const errors = results.flatMap((result, n) => (result.ok ? [] : [{ at: (postings[n] as Posting).at, error: result.error }]))
  if (errors.length === 0) return
  const codeOf = ({ params }: { params?: Readonly<Record<string, unknown>> }) => (typeof params?.account === 'string' ? params.account : '')
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from ledger.account where code = any(${errors.map(({ error }) => codeOf(error))}::text[])
  `.execute(tx)
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  throw new PostingRefused(new Map(errors.map(({ at, error }): [number, Refusal] => [at, { error, accountId: ids.get(codeOf(error)) }])))
}

async function keepHeld(tx: Tx, held: readonly object[]): Promise<void> {
  await sql`
    insert into payment.suspense (transaction_id, business_date, service, journal_id, account_id, reason, side, amount,
      head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
    select t.id, t.business_date, t.service, h."journalId", h."accountId", h.reason, h.side, h.amount,
      t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
    from json_to_recordset(${JSON.stringify(held)}::json) as h
      ("transactionId" bigint, "businessDate" date, "journalId" bigint, "accountId" bigint, reason text, side text, amount numeric)
    join payment.transaction t on t.id = h."transactionId" and t.business_date = h."businessDate"
  `.execute(tx)
}
