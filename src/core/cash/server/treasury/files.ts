import { defineFileKind } from '#platform/server/files/kind.ts'
import { TREASURY_FILES, TREASURY_FILES_BYTES, TREASURY_FILES_TYPES } from '../../contract/treasury/files.ts'
import { createTreasury, updateTreasury } from '../../contract/treasury/transactions.ts'
import { seenIn, TREASURY } from './record.ts'

/** Papers of a treasury transaction: read by both of its ends. */
export const treasuryFiles = defineFileKind({
  name: TREASURY_FILES,
  upload: { types: TREASURY_FILES_TYPES, maxBytes: TREASURY_FILES_BYTES, permissions: [createTreasury.permission, updateTreasury.permission] },
  async mayRead({ db, scope, session }, { subject }) {
    if (subject?.type !== TREASURY || !session.permissions.has('treasury/transactions/view')) return false
    const row = await db.selectFrom('cash.treasury_transaction as t').select('t.id').where('t.id', '=', subject.id).where(seenIn(scope)).executeTakeFirst()
    return row !== undefined
  },
})
