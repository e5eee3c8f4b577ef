import { sql } from 'kysely'
import { defineFileKind } from '#platform/server/files/kind.ts'
import { attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { outcomePermissions } from '../contract/case.ts'
import { EVIDENCE, OUTCOME_FILES, OUTCOME_FILES_BYTES, OUTCOME_FILES_TYPES, RESULT_FILE } from '../contract/files.ts'

/** Papers of evidence are read by who sees its case, a result file by who sees a case that a line of it speaks of and may import such. */
export const outcomeFiles = defineFileKind({
  name: OUTCOME_FILES,
  upload: { types: OUTCOME_FILES_TYPES, maxBytes: OUTCOME_FILES_BYTES, permissions: [outcomePermissions.work] },
  async mayRead({ scope, session }, { subject }) {
    const may = subject?.type === EVIDENCE ? outcomePermissions.see : outcomePermissions.import
    if (!subject || !session.permissions.has(may)) return false
    const column = subject.type === EVIDENCE ? 'e.id' : subject.type === RESULT_FILE ? 'e.result_file_id' : undefined
    if (!column) return false
    const seen = await scope
      .selectFrom('outcome.outcome_case as c')
      .select('c.id')
      .where(sql<boolean>`exists (select from outcome.evidence e where e.case_id = c.id and ${sql.ref(column)} = ${subject.id}::bigint)`)
      .limit(1)
      .executeTakeFirst()
    return seen !== undefined
  },
})

/** Papers stay with the evidence that they are. */
export async function keepPapers({ tx, session }: CommandContext, caseId: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const { id } = await tx.selectFrom('outcome.evidence').select('id').where('case_id', '=', caseId).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await attachFiles(tx, files, { kind: { name: OUTCOME_FILES }, ownerUserId: session.userId, subject: { type: EVIDENCE, id } })
}
