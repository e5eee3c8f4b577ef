/**
 * What a transaction has read before its locks is no longer so. Whoever runs it runs the whole again, as after a serialization failure, which
 * this looks like.
 */
export const outdated = (what: string): Error => Object.assign(new Error(`${what}: changed meanwhile`), { code: '40001' })
