import { byUser } from '#platform/server/audit/audit.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { stampOf } from '#platform/server/record/record.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { assertNotOneself, oneAtATime } from '../guard.ts'
import { rightsChanged } from '../rights-changed.ts'
import { assertNotAbove, assertScope } from '../scopes.ts'
import { accessOf, users } from './user-record.ts'

/** The accounts of members of staff, for who moves a person: they work where the person does. */
export const staffAccounts = {
  /** Taken before the person's row is locked: changes of access lock in that order. */
  lock: ({ tx }: Pick<CommandContext, 'tx'>) => oneAtATime(tx),

  /**
   * Brings the accounts of a person along to a unit, each with an audit entry of its own. Throws IAM-103 and IAM-104 where the caller may
   * not change the account, IAM-102 where its scope would reach further than the caller's.
   */
  async follow(ctx: CommandContext, staffId: string, unitId: string): Promise<void> {
    const { tx } = ctx
    const accounts = await tx.selectFrom('iam.user_account').select('id').where('staff_id', '=', staffId).where('status', '<>', 'DISABLED').execute()
    for (const { id } of accounts) {
      assertNotOneself(ctx, id)
      const row = await users.lock(tx, { id })
      await assertNotAbove(ctx, row, 'manage')
      const { scopeUnitIds } = await accessOf(tx, id)
      await assertScope(ctx, { unitId, partnerId: null, scopeKind: row.scope_kind as ScopeGrant['kind'], scopeUnitIds })
      await users.save(tx, stampOf(ctx), row, { unit_id: unitId, partner_id: null })
      await ctx.runtime.audit.write(tx, {
        ...byUser(ctx.session.account, ctx),
        action: 'iam.moved-with-staff',
        subjectType: users.subject,
        subjectId: id,
        before: { unitId: row.unit_id },
        after: { unitId },
      })
    }
    if (accounts.length > 0)
      await rightsChanged(
        ctx,
        accounts.map(({ id }) => id),
      )
  },
}
