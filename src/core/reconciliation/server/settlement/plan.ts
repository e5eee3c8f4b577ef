import { sql } from 'kysely'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { SetupDocument } from '../../contract/document.ts'
import type { Resolution } from '../../contract/machines.ts'
import { statesFee } from '../matching/scene.ts'
import { plugOf, type ReconciliationParts, type SettlementAccounts } from '../plug.ts'
import type { SessionRow } from '../sessions/records.ts'
import { feeOf, journalsFor, type Settled, type SettlementJournal, type Sides } from './postings.ts'

/** What settling a session would do. */
export interface Settlement {
  settled: Settled
  journals: readonly SettlementJournal[]
  /** Undefined where nothing is posted. */
  accounts: SettlementAccounts | undefined
  document: SetupDocument
  /** Differences within the tolerances, whichever side they favour. */
  tolerated: Hundredths
  /** Money that has moved, for the tier: in and out added up, as the two may be nothing together. */
  size: Hundredths
}

const NOTHING: Sides = { ours: 0n, theirs: 0n, over: 0n, under: 0n }
const plus = (a: Sides, b: Sides): Sides => ({ ours: a.ours + b.ours, theirs: a.theirs + b.theirs, over: a.over + b.over, under: a.under + b.under })

/** Of differences of matches, what was allowed by a tolerance and what two people have agreed to. */
async function differencesOf(db: Queryable, { id, from_day }: SessionRow) {
  const { rows } = await sql<{ over: string; under: string; tolerated: string }>`
    select coalesce(sum(greatest(m.difference, 0)), 0) as over, coalesce(sum(greatest(-m.difference, 0)), 0) as under,
      coalesce(sum(abs(m.difference)) filter (where p.method <> 'F'), 0) as tolerated
    from reconciliation.match m
      left join lateral (select method from reconciliation.pair p where p.period = ${from_day} and p.session_id = m.session_id and p.match_no = m.no limit 1) p on true
    where m.session_id = ${id} and m.difference <> 0`.execute(db)
  const { over = '0', under = '0', tolerated = '0' } = rows[0] ?? {}
  return { over: parseMoney(over), under: parseMoney(under), tolerated: parseMoney(tolerated) }
}

/** Sums of resolved breaks by what was decided. Matched by hand, carried on or put right, their lines stand among the matched or waiting ones. */
async function resolvedSums(db: Queryable, sessionId: string): Promise<ReadonlyMap<Resolution, Sides>> {
  const { rows } = await sql<{ resolution: Resolution } & Record<keyof Sides, string>>`
    select resolution, sum(ours_sum) as ours, sum(theirs_sum) as theirs, sum(greatest(difference, 0)) as over, sum(greatest(-difference, 0)) as under
    from reconciliation.break where session_id = ${sessionId} and status = 'RESOLVED' and not put_right group by resolution`.execute(db)
  return new Map(
    rows.map(({ resolution, ours, theirs, over, under }) => [
      resolution,
      { ours: parseMoney(ours), theirs: parseMoney(theirs), over: parseMoney(over), under: parseMoney(under) },
    ]),
  )
}

/** What a session has come to, and the journals that say it. */
export async function planOf(db: Queryable, { plugs }: ReconciliationParts, session: SessionRow): Promise<Settlement> {
  const { document } = await db.selectFrom('reconciliation.revision').select('document').where('id', '=', session.revision_id).executeTakeFirstOrThrow()
  const setup = SetupDocument.parse(document)
  const { tolerated, ...differences } = await differencesOf(db, session)
  const sums = await resolvedSums(db, session.id)
  const of = (...resolutions: Resolution[]) => resolutions.reduce((all, one) => plus(all, sums.get(one) ?? NOTHING), NOTHING)
  const settled: Settled = {
    matched: { ours: parseMoney(session.matched_ours_sum), theirs: parseMoney(session.matched_theirs_sum), ...differences },
    writtenOff: of('WRITE_OFF'),
    // What was given back stands as a line of its own day, which takes it out of suspense again.
    pending: of('ADJUST', 'REFUND'),
    disputed: of('DISPUTE'),
    putRight: of('CREATE', 'OUTCOME').theirs,
  }
  const accounts = session.partner_id === null ? undefined : await plugOf(plugs, session.plug).accounts?.(db, session.partner_id, setup.bankAccountCode)
  const journals = accounts ? journalsFor(settled) : []
  return { settled, journals, accounts, document: setup, tolerated, size: parseMoney(session.moved_sum) }
}

/** What both sides differ by that no match, no break and no fee explains. Nothing, unless something was changed behind the matching. */
export function unexplained({ settled, document, accounts }: Settlement): Hundredths {
  return accounts && document.fee.mode === 'GROSS' ? feeOf(settled) : 0n
}

/** What the partner has kept beyond the fees of its contract, where that states any: a fee that a statement names is what the partner says. */
export function overCharged(
  { settled, document: { fee }, accounts }: Settlement,
  { fee_due }: Pick<SessionRow, 'fee_due'>,
): { kept: Hundredths; due: Hundredths } | undefined {
  if (fee_due === null) return undefined
  const [kept, due] = [feeOf(settled), parseMoney(fee_due)]
  return accounts && fee.mode !== 'GROSS' && statesFee(fee) && kept > due ? { kept, due } : undefined
}
