import type { Language } from '#kernel/language.ts'
import type { Queryable } from '#platform/server/database/db.ts'

/** The active entries of an active list: key → value, in Vietnamese as records keep it, or for a reader. None for a list that is locked or not there. */
export async function listChoices(db: Queryable, code: string, language: Language = 'vi'): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('masterdata.global_list as l')
    .innerJoin('masterdata.global_list_entry as e', 'e.list_id', 'l.id')
    .select(['e.key', 'e.value', 'e.value_en as english'])
    .where('l.code', '=', code)
    .where('l.status', '=', 'ACTIVE')
    .where('e.status', '=', 'ACTIVE')
    .orderBy('e.position')
    .execute()
  return new Map(rows.map(({ key, value, english }) => [key, language === 'en' ? english || value : value]))
}
