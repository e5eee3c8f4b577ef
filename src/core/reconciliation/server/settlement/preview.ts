import type { OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { SessionContracts } from '../../contract/sessions.ts'
import { settlementJournalKinds } from '../../contract/settlement.ts'
import type { ReconciliationParts } from '../plug.ts'
import type { SessionRow } from '../sessions/records.ts'
import { knownAccounts } from './accounts.ts'
import { blockersOf } from './blockers.ts'
import { planOf } from './plan.ts'

const wordsOf = ({ definition, params }: AppError, language: Language): string => fill(definition[language], params, language)

/** What settling would post, and what stands in its way, in the reader's language. */
export async function previewOf(
  db: Queryable,
  parts: ReconciliationParts,
  session: SessionRow,
  language: Language,
): Promise<OutputOf<SessionContracts['settlementPreview']>> {
  const plan = await planOf(db, parts, session)
  const blockers = (await blockersOf(db, parts, session, plan)).map((one) => wordsOf(one, language))
  const { accounts, journals } = plan
  const known = accounts && (await knownAccounts(db, accounts).catch(missing))
  if (!known) return { lines: [], blockers }
  const lines = journals.flatMap(({ kind, moves }) =>
    moves.map(({ part, amount }) => ({
      journal: settlementJournalKinds[kind][language],
      accountCode: known[part].code,
      accountName: known[part].name,
      ...sidesOf(amount),
    })),
  )
  return { lines, blockers }
}

const sidesOf = (amount: Hundredths) => (amount > 0n ? { debit: formatMoney(amount), credit: null } : { debit: null, credit: formatMoney(-amount) })

/** The account that is missing is among what stands in the way. */
function missing(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
