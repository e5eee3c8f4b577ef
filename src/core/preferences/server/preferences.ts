import { sql } from 'kysely'
import type { z } from 'zod'
import { Appearance, myPreferences, OpenTabs, Recent, savePreferences } from '#kernel/preferences.ts'
import type { Registrar, RequestContext } from '#platform/server/module.ts'

type DocumentName = 'appearance' | 'tabs' | 'recent'
const NAMES: readonly DocumentName[] = ['appearance', 'tabs', 'recent']
/** Kept apart for each application; everything else is the same in all of them. */
const PER_APPLICATION: readonly DocumentName[] = ['tabs', 'recent']

const keyOf = (name: DocumentName, clientId: string) => (PER_APPLICATION.includes(name) ? `${name}.${clientId}` : name)

export function registerPreferences(on: Registrar): void {
  on.query(myPreferences, async (_input, { db, session }) => {
    const rows = await db.selectFrom('preferences.document').select(['key', 'value']).where('user_id', '=', session.userId).execute()
    const values = new Map(rows.map(({ key, value }) => [key, value]))
    // A document of an earlier release that does not fit any more is as good as none.
    const read = <T>(schema: z.ZodType<T>, name: DocumentName): T | null => schema.safeParse(values.get(keyOf(name, session.clientId))).data ?? null
    return { appearance: read(Appearance, 'appearance'), tabs: read(OpenTabs, 'tabs'), recent: read(Recent, 'recent') }
  })

  on.query(savePreferences, async (input, ctx) => {
    const given = NAMES.filter((name) => input[name] !== undefined)
    if (given.length > 0)
      await save(
        ctx,
        given.map((name) => ({ key: keyOf(name, ctx.session.clientId), value: JSON.stringify(input[name]) })),
      )
    return null
  })
}

async function save({ runtime, session, now }: RequestContext, entries: { key: string; value: string }[]): Promise<void> {
  await runtime.db
    .insertInto('preferences.document')
    .values(entries.map(({ key, value }) => ({ user_id: session.userId, key, value: sql<string>`${value}::jsonb`, updated_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value: sql`excluded.value`, updated_at: sql`excluded.updated_at` }))
    .execute()
}
