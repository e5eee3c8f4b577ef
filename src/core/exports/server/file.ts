import { defineFileKind } from '#platform/server/files/kind.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { scopeKey } from '#platform/server/scope-key.ts'

/** The file of a large export: given out to its owner alone, and only while they have the right and the scope they asked with. */
export const exportFile = defineFileKind({
  name: 'exports.export',
  async mayRead({ runtime, session }: RequestContext, { id }) {
    const asked = await runtime.db.selectFrom('exports.export').select(['user_id', 'permission', 'scope']).where('file_id', '=', id).executeTakeFirst()
    return asked?.user_id === session.userId && session.permissions.has(asked.permission) && (asked.scope as unknown) === scopeKey(session.scope)
  },
})
