import type { Runtime } from '#platform/server/module.ts'

/** Something to be done at a partner. */
export interface PartnerWork {
  id: string
  partnerId: string
}

interface Options<Work> {
  /**
   * Takes what is due, for as many as each partner may still get. `busy` is what this process has under way, as JSON for
   * `json_to_recordset(…) as b (partner bigint, n integer, ids bigint[])`.
   */
  claim(busy: string): Promise<Work[]>
  /** What it throws is logged, and starts nothing further: the next round does. `leave`: the partner has answered, the place is somebody else's already. */
  work(one: Work, leave: () => void): Promise<void>
  /** How many places of a partner have to be free before more is claimed for it; with the last one in any case. */
  refill: number
  log: Runtime['log']
  /** What is logged where one piece of work failed, and where what is due could not be read. */
  failures: { work: string; claim: string }
}

/**
 * Work that is due at partners, and that other processes share: so many at the same time at each, as `claim` says, and none waits for those of
 * another partner. `begin` starts what is due, and it goes on by itself as places become free.
 */
export class PartnerQueue<Work extends PartnerWork> {
  readonly #options: Options<Work>
  readonly #busy = new Map<string, Set<string>>()
  readonly #freed = new Map<string, number>()
  readonly #underWay = new Set<Promise<void>>()
  #round: Promise<number> | undefined
  #stopped = false

  constructor(options: Options<Work>) {
    this.#options = options
  }

  /** Answers how many were started. */
  begin(): Promise<number> {
    this.#round ??= this.#claim().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0 || this.#round) await Promise.all([...this.#underWay, this.#round?.catch(() => undefined)])
  }

  /** Starts no more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.idle()
  }

  async #claim(): Promise<number> {
    if (this.#stopped) return 0
    const due = await this.#options.claim(JSON.stringify([...this.#busy].map(([partner, ids]) => ({ partner, n: ids.size, ids: [...ids] }))))
    for (const one of due) {
      const own = this.#busy.get(one.partnerId) ?? new Set()
      this.#busy.set(one.partnerId, own.add(one.id))
      this.#follow(this.#do(one))
    }
    return due.length
  }

  async #do(one: Work): Promise<void> {
    const { work, log, failures } = this.#options
    let left = false
    const leave = () => {
      if (left) return
      left = true
      this.#busy.get(one.partnerId)?.delete(one.id)
      this.#free(one.partnerId)
    }
    const failed = await Promise.resolve()
      .then(() => work(one, leave))
      .then(
        () => false,
        (error: unknown) => {
          log.error({ error, id: one.id }, failures.work)
          return true
        },
      )
    if (!failed) leave()
    else if (!left) this.#busy.get(one.partnerId)?.delete(one.id)
  }

  /** Asked for once in a while, not after each: a claim costs as much as many answers. */
  #free(partnerId: string): void {
    const freed = (this.#freed.get(partnerId) ?? 0) + 1
    const enough = freed >= this.#options.refill || this.#busy.get(partnerId)?.size === 0
    this.#freed.set(partnerId, enough ? 0 : freed)
    if (enough) this.#follow(this.#beginAgain())
  }

  async #beginAgain(): Promise<void> {
    const { log, failures } = this.#options
    // A round that is under way has counted this place as taken.
    await this.#round?.catch(() => undefined)
    await this.begin().catch((error: unknown) => log.warn({ error }, failures.claim))
  }

  #follow(work: Promise<void>): void {
    this.#underWay.add(work)
    void work.finally(() => this.#underWay.delete(work))
  }
}
