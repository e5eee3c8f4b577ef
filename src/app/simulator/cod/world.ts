import { localDate } from '#kernel/dates.ts'
import type { Desk } from '../cash/desk.ts'
import { type Place, placesOf } from '../cash/places.ts'
import type { Beside } from '../cash/seeding.ts'
import { changeAccounts } from './accounts.ts'
import { allReported, reportFound } from './ending.ts'
import type { Clients } from './feed.ts'
import { closeLots } from './issuances.ts'
import { CodLife } from './life.ts'
import type { CodPlan } from './parcels.ts'
import { paySenders } from './senders.ts'

/** Clients of the gateway that tell of items and of what is handed in. */
export const COD_PARTNERS = ['BUUGUI', 'CHOQUE', 'ANPHAT', 'VCB'] as const

/** Tables whose statistics from the times when they were empty would mislead the first lists. */
const ANALYZED = [
  'cob.item',
  'cob.event',
  'cob.position',
  'cob.deposit',
  'cob.deposit_line',
  'cob.settlement',
  'cob.settlement_line',
  'cob.sender_payout',
  'cob.issuance_line',
]

/** Cash on delivery beside everything else of the demo. */
export class CodWorld implements Beside {
  readonly #desk: Desk
  readonly #plan: CodPlan
  readonly #life: CodLife | undefined
  /** Milliseconds that were spent on it. */
  spent = 0

  private constructor(desk: Desk, plan: CodPlan, life: CodLife | undefined) {
    this.#desk = desk
    this.#plan = plan
    this.#life = life
  }

  /** Does nothing where all of it stands, and in a demo world of an earlier version, which has nobody who tells of items. `cashFrom`: the first day on which counters take cash. */
  static async open(desk: Desk, clients: Clients, plan: CodPlan, cashFrom: string): Promise<CodWorld> {
    const start = performance.now()
    const life = !(await allReported(desk)) && COD_PARTNERS.every((code) => clients.has(code)) ? await CodLife.open(desk, clients, plan, cashFrom) : undefined
    const world = new CodWorld(desk, plan, life)
    world.spent = performance.now() - start
    return world
  }

  until(moment: Date): Promise<void> {
    return this.#timed(async () => this.#life?.until(moment))
  }

  counters(day: string, places: readonly Place[]): Promise<void> {
    return this.#timed(async () => this.#life?.counters(day, places))
  }

  /** What is left once all days have passed. Answers whether anything was made. */
  async finish(): Promise<boolean> {
    const life = this.#life
    if (!life) return false
    const { anchor } = this.#plan
    const desk = this.#desk
    await this.until(anchor)
    await this.#timed(async () => {
      await changeAccounts(desk, this.#plan)
      desk.at(anchor)
      await desk.run('cob.expire-collection-requests')
      await desk.run('cob.settle-collection-requests')
      await closeLots(desk)
      for (const table of ANALYZED) await desk.runtime.pool.query(`analyze ${table}`)
      await life.mistakes()
      await paySenders(desk, this.#plan, localDate(anchor), await placesOf(desk.runtime.db))
      desk.at(anchor)
      await desk.run('cob.watch-transactions')
      await reportFound(desk, this.#plan)
    })
    desk.runtime.log.info({ sent: life.sent, until: localDate(anchor) }, 'items of the demo told')
    return true
  }

  async #timed(work: () => Promise<void> | undefined): Promise<void> {
    const start = performance.now()
    await work()
    this.spent += performance.now() - start
  }
}
