import type { CommandContext } from '#platform/server/module.ts'
import type { HoldsMoney } from './holds-money.ts'

/** What the composition root says of this system. */
export interface OrganisationSetup {
  /** What other modules keep of units and people that has to be settled before they close or leave. */
  holdsMoney: readonly HoldsMoney[]
  /** The accounts of members of staff: `lock` before a person is locked who may move, `follow` once they have. */
  staffAccounts: { lock(ctx: CommandContext): Promise<void>; follow(ctx: CommandContext, staffId: string, unitId: string): Promise<void> }
}
