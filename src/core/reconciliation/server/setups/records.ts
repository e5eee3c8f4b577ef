import type { Queryable } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'
import { SetupDocument } from '../../contract/document.ts'
import { revisionMachine, setupMachine } from '../../contract/machines.ts'

export const SETUP = 'reconciliation.setup'
export const REVISION = 'reconciliation.revision'
export type SetupRow = RowOf<'reconciliation.setup'>
export type RevisionRow = RowOf<'reconciliation.revision'>

export const setups = defineRecord({
  table: SETUP,
  scoped: true,
  machine: setupMachine,
  lock: 'for no key update',
  picture: (row) => ({ code: row.code, name: row.name, plug: row.plug, partnerId: row.partner_id, status: row.status }),
})

export const revisions = defineRecord({
  table: REVISION,
  machine: revisionMachine,
  picture: (row) => ({ number: row.number, revisionStatus: row.status, document: row.document }),
})

/** The document of a revision, with what a later version of the system has added filled in. */
export const documentIn = (row: { document: unknown }): SetupDocument => SetupDocument.parse(row.document)

/** The document that a session is matched by. */
export async function documentOf(db: Queryable, revisionId: string): Promise<SetupDocument> {
  return documentIn(await db.selectFrom(REVISION).select('document').where('id', '=', revisionId).executeTakeFirstOrThrow())
}
