/** Reads the time. Injected so that tests can stand still or travel. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
