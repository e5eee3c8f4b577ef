import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { BODY_LIMITS, createBodies, type ExpectedBody } from './body.ts'

const KIB = 1024
const LIMITS = { ...BODY_LIMITS, small: { each: 32 * KIB, all: 64 * KIB }, large: { each: 200 * KIB, all: 300 * KIB }, graceMs: 20, bytesPerSecond: 1e9 }
const request = (length?: number) => ({ headers: length === undefined ? {} : { 'content-length': String(length) } }) as FastifyRequest

/** A server's bodies, and calls that do not end until they are told to. */
function world(limits = LIMITS) {
  const bodies = createBodies(limits)
  const open: (() => void)[] = []
  const expected = (who: string, more: Partial<ExpectedBody> = {}): ExpectedBody => ({
    crowd: 'people',
    who,
    keep: true,
    ended: (release) => open.push(release),
    ...more,
  })
  return {
    read: (who: string, length: number | undefined, payload: Readable, more?: Partial<ExpectedBody>) =>
      bodies.read(request(length), payload, 200 * KIB, expected(who, more)),
    endAll: () => {
      for (const release of open.splice(0)) release()
    },
  }
}
const bytes = (length: number) => Buffer.alloc(length, 7)
const of = (length: number) => Readable.from([bytes(length)])
const refusedWith = (code: string) => ({ definition: { code } })

describe('bodies in memory', () => {
  it('are bounded by caller, large ones apart from small ones', async () => {
    const { read, endAll } = world()
    await read('a', 120 * KIB, of(120 * KIB))
    await expect(read('a', 120 * KIB, of(120 * KIB))).rejects.toMatchObject(refusedWith('SYS-429'))
    await read('a', 16 * KIB, of(16 * KIB))
    await read('a', 16 * KIB, of(16 * KIB))
    await expect(read('a', 1, of(1))).rejects.toMatchObject(refusedWith('SYS-429'))
    await read('b', 120 * KIB, of(120 * KIB))
    endAll()
    await read('a', 120 * KIB, of(120 * KIB))
  })

  it('are bounded in all; one without a length counts as the largest there may be', async () => {
    const { read, endAll } = world()
    await read('a', undefined, of(10))
    await expect(read('b', 120 * KIB, of(120 * KIB))).rejects.toMatchObject(refusedWith('SYS-503'))
    await read('b', 100 * KIB, of(100 * KIB))
    await read('b', 10, of(10))
    endAll()
    await read('b', undefined, of(10))
  })

  it('are not kept of somebody whose signature cannot be right, and take nothing of what belongs to all', async () => {
    const { read } = world()
    const nobody = { keep: false, crowd: 'channels' } as const
    for (const who of ['x', 'y', 'z']) {
      const body = await read(who, 120 * KIB, of(120 * KIB), nobody)
      expect(body.bytes).toHaveLength(0)
      expect(body.hash).toBe(
        createHash('sha256')
          .update(bytes(120 * KIB))
          .digest('hex'),
      )
    }
    // Their own share is as large as anybody's: who is known cannot be told from who is not.
    await expect(read('x', 120 * KIB, of(120 * KIB), nobody)).rejects.toMatchObject(refusedWith('SYS-429'))
    await read('known', 200 * KIB, of(200 * KIB), { crowd: 'channels' })
    // Nor while there is no room for either.
    for (const more of [nobody, { crowd: 'channels' } as const])
      await expect(read('other', 120 * KIB, of(120 * KIB), more)).rejects.toMatchObject(refusedWith('SYS-503'))
  })

  it('of strangers keep out no channel, and neither of them anybody who is signed in', async () => {
    const { read } = world()
    for (const crowd of ['strangers', 'channels', 'people'] as const) {
      for (const who of ['a', 'b', 'c', 'd']) await read(who, 16 * KIB, of(16 * KIB), { crowd })
      await expect(read('e', 1, of(1), { crowd })).rejects.toMatchObject(refusedWith('SYS-503'))
    }
  })
})

describe('a body', () => {
  it('is whole, and hashed as it comes where a signature covers it', async () => {
    const { read } = world()
    const parts = ['một ', 'hai ', 'ba'].map((text) => Buffer.from(text))
    const { bytes: whole, hash } = await read('a', undefined, Readable.from(parts), { crowd: 'channels' })
    expect(whole.toString()).toBe('một hai ba')
    expect(hash).toBe(createHash('sha256').update('một hai ba').digest('hex'))
  })

  it('is refused at its declared length before a byte is taken, and at the byte too many without one', async () => {
    const { read } = world()
    const untouched = new PassThrough()
    await expect(read('a', 201 * KIB, untouched)).rejects.toMatchObject(refusedWith('VAL-004'))
    expect(untouched.listenerCount('data')).toBe(0)
    await expect(read('a', undefined, of(201 * KIB))).rejects.toMatchObject(refusedWith('VAL-004'))
  })

  it('that does not come is cut off where its sender is not signed in', async () => {
    const { read } = world()
    const slow = new PassThrough()
    slow.write('{')
    await expect(read('a', 10, slow, { crowd: 'strangers' })).rejects.toMatchObject(refusedWith('SYS-408'))
    expect(slow.listenerCount('data')).toBe(0)
  })

  it('that breaks off is refused', async () => {
    const { read } = world()
    const broken = new PassThrough()
    broken.write('{')
    const reading = read('a', 10, broken)
    broken.destroy(new Error('reset'))
    await expect(reading).rejects.toMatchObject(refusedWith('VAL-002'))
    await expect(read('a', 10, broken)).rejects.toMatchObject(refusedWith('VAL-002'))
  })
})
