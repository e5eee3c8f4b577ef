import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError, errors } from '#kernel/errors.ts'

/** Bytes of a body of somebody who is not signed in, where a contract does not name more. */
export const OPEN_BODY = 16 * 1024

/** Bytes of what somebody who is signed in sends without a command: questions are short, the longest are the open pages of a person (72 KiB). */
export const QUESTION_BODY = 128 * 1024

/** Who may send bodies: they share the memory among themselves, so that strangers never keep out channels, nor either of them people who are signed in. */
export type Crowd = 'people' | 'channels' | 'strangers'

export interface BodyLimits {
  /** Bytes of small bodies (up to 16 KiB) in memory at the same time: of one caller, and of all of a crowd. */
  small: { each: number; all: number }
  /** The same of larger ones, so that they never keep small ones out. */
  large: { each: number; all: number }
  /** The body of somebody who is not signed in must be here after `graceMs`, and a second more for each `bytesPerSecond` of it. */
  graceMs: number
  bytesPerSecond: number
}

const MIB = 1_048_576
export const BODY_LIMITS: BodyLimits = {
  small: { each: 4 * MIB, all: 32 * MIB },
  large: { each: 32 * MIB, all: 64 * MIB },
  graceMs: 5_000,
  bytesPerSecond: MIB / 2,
}

/** What is known of a body before it is read. */
export interface ExpectedBody {
  /** Strangers and channels have to hurry; a channel's body is hashed for its signature. */
  crowd: Crowd
  /** Whose share it takes: a person, an address, a client as it calls itself. */
  who: string
  /** False: it is read and hashed like any other and then forgotten, so that its sender learns nothing from how it is received. */
  keep: boolean
  /** Calls back once the connection is done with the call, answered or not. */
  ended(release: () => void): void
}

export interface Body {
  bytes: Buffer
  /** Hex SHA-256 of a channel's; empty of others. */
  hash: string
}

export interface Bodies {
  /**
   * Reads a body. What it takes of the shares is given back when the call is over. Throws SYS-429 (the caller's share is used up), SYS-503
   * (that of their crowd is), VAL-004 (larger than `limit`), SYS-408 (too slow), VAL-002 (cut off).
   */
  read(request: FastifyRequest, payload: Readable, limit: number, expected: ExpectedBody): Promise<Body>
}

const EMPTY = Buffer.alloc(0)
export const HASH_OF_NOTHING = createHash('sha256').digest('hex')

/** Bodies of one server. */
export function createBodies(limits: BodyLimits): Bodies {
  const sharesOf = () => ({ small: createShares(limits.small), large: createShares(limits.large) })
  const shares = { people: sharesOf(), channels: sharesOf(), strangers: sharesOf() }
  return {
    async read(request, payload, limit, expected) {
      const declared = Number(request.headers['content-length'] ?? limit)
      if (declared > limit) throw new AppError(errors.tooLarge)
      const { small, large } = shares[expected.crowd]
      expected.ended((declared <= OPEN_BODY ? small : large).take(expected, declared))
      const ms = expected.crowd === 'people' ? undefined : limits.graceMs + (declared / limits.bytesPerSecond) * 1000
      return await collect(payload, limit, expected, ms)
    },
  }
}

interface Shares {
  /** Gives back the function that gives the share back. */
  take(expected: ExpectedBody, bytes: number): () => void
}

function createShares({ each, all }: { each: number; all: number }): Shares {
  const held = new Map<string, number>()
  let total = 0
  return {
    take({ who, keep }, bytes) {
      const own = held.get(who) ?? 0
      if (own + bytes > each) throw new AppError(errors.tooMany, {}, { retryAfter: 1 })
      // Kept or not, it is refused while there is no room: that would show who is known.
      if (total + bytes > all) throw new AppError(errors.unavailable)
      // What is not kept takes no memory, and so nothing of what belongs to all.
      const kept = keep ? bytes : 0
      held.set(who, own + bytes)
      total += kept
      return () => {
        total -= kept
        const left = (held.get(who) ?? 0) - bytes
        if (left > 0) held.set(who, left)
        else held.delete(who)
      }
    },
  }
}

function collect(payload: Readable, limit: number, { keep, crowd }: ExpectedBody, ms: number | undefined): Promise<Body> {
  return new Promise((resolve, reject) => {
    const hash = crowd === 'channels' ? createHash('sha256') : undefined
    const chunks: Buffer[] = []
    let length = 0
    const timer = ms === undefined ? undefined : setTimeout(() => end(new AppError(errors.bodySlow)), ms)
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) return end(new AppError(errors.tooLarge))
      hash?.update(chunk)
      if (keep) chunks.push(chunk)
    }
    const onEnd = () => end()
    const onCut = () => end(new AppError(errors.malformed))
    function end(refused?: AppError): void {
      clearTimeout(timer)
      payload.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut)
      // What still comes is thrown away, and a connection that breaks now breaks nothing else.
      payload.on('error', () => {})
      if (refused) reject(refused)
      else resolve({ bytes: keep ? Buffer.concat(chunks, length) : EMPTY, hash: hash?.digest('hex') ?? '' })
    }
    if (payload.destroyed) return onCut()
    payload.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut)
  })
}
