import type { Queryable } from './db.ts'

const MAX_AGE_MS = 1_000
const MAX_KEYS = 1_000

/**
 * Answers that may be a second old: kept by connection, so that databases of one process never share them, and by key. Those who ask at
 * the same time share one look-up; one that fails is no answer, and the next who asks tries again. Inside a transaction all is read afresh.
 */
export class Recent<T> {
  readonly #answers = new WeakMap<object, Map<string, { at: number; answer: Promise<T> }>>()

  read(db: Queryable, load: () => Promise<T>, key = ''): Promise<T> {
    if (db.isTransaction) return load()
    const known = this.#answers.get(db) ?? new Map<string, { at: number; answer: Promise<T> }>()
    this.#answers.set(db, known)
    const now = performance.now()
    const hit = known.get(key)
    if (hit && now - hit.at < MAX_AGE_MS) return hit.answer
    if (known.size >= MAX_KEYS) known.clear()
    const made = { at: now, answer: load() }
    known.set(key, made)
    made.answer.catch(() => {
      if (known.get(key) === made) known.delete(key)
    })
    return made.answer
  }
}
