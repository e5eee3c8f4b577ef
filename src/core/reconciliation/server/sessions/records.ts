import type { Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import type { SetupDocument } from '../../contract/document.ts'
import type { Past } from '../../contract/history.ts'
import { sessionMachine } from '../../contract/machines.ts'

export const SESSION = 'reconciliation.session'
export type SessionRow = RowOf<'reconciliation.session'>

export const sessions = defineRecord({
  table: SESSION,
  scoped: true,
  machine: sessionMachine,
  lock: 'for no key update',
  picture: (row) => ({
    code: row.code,
    status: row.status,
    fromDay: row.from_day,
    toDay: row.to_day,
    breaks: row.breaks,
    breaksOpen: row.breaks_open,
    atRisk: row.at_risk,
    confirmedBy: row.confirmed_by,
    settledBy: row.settled_by,
  }),
})

/** Locks a session, whoever asks. Throws SYS-404. */
export const lockSession = (tx: Tx, id: string): Promise<SessionRow> => sessions.lock(tx, { id })

/** Adds to the history of a session; `detail` fills the sentence that the labels have for it. */
export async function notePast(tx: Tx, sessionId: string, by: string, at: Date, what: Past, detail: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await tx
    .insertInto('reconciliation.event')
    .values({ session_id: sessionId, at, by, what, detail: JSON.stringify(detail) })
    .execute()
}

/** The names of a revision's rules by their place: a pair's rule 1 is the first of them. */
export const ruleNamesOf = (document: Pick<SetupDocument, 'rules'>): string[] => document.rules.map(({ name }) => name)
