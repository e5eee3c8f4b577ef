import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type ClaimOutcome, claimKeys, type IdempotencyClaim, storeReplies } from '#platform/server/idempotency/idempotency.ts'
import type { TransactionReceipt } from '../contract/gateway.ts'
import { gatewayActor, type IngestResult, type ReportContext } from './receipts.ts'

/** A claim that this group decides, with its place. */
interface OpenClaim {
  at: number
  claim: IdempotencyClaim
}

/**
 * Claims the Idempotency-Keys of a group. Fills in the results of those used before (the stored reply) and of those that cannot go
 * ahead: used with another body, or in use at this moment, a second place in the group included. Two statements.
 */
export async function claimGroup(tx: Tx, items: readonly ReportContext[], results: (IngestResult | undefined)[]): Promise<OpenClaim[]> {
  const asked = [...items.entries()].flatMap(([at, { caller, key }]) => (key ? [{ at, claim: { client: gatewayActor(caller), ...key } }] : []))
  const outcomes = await claimKeys(
    tx,
    asked.map(({ claim }) => claim),
  )
  for (const [n, { at }] of asked.entries()) results[at] = answerClaim(outcomes[n] as ClaimOutcome)
  return asked.filter(({ at }) => results[at] === undefined)
}

/** The claims of a group whose keys are taken with what they are for (takeIn). */
export interface Claims {
  /** By place; `first`: the place where the same key stands first. */
  all: ReadonlyMap<number, { claim: IdempotencyClaim; first: number }>
  /** Each key once, at its first place. */
  asked: ReadonlyMap<number, IdempotencyClaim>
}

export function claimsOf(items: readonly ReportContext[]): Claims {
  const all = new Map<number, { claim: IdempotencyClaim; first: number }>()
  const asked = new Map<number, IdempotencyClaim>()
  const firsts = new Map<string, number>()
  for (const [at, { caller, key }] of items.entries()) {
    if (!key) continue
    const claim = { client: gatewayActor(caller), ...key }
    const name = `${claim.client} ${claim.key}`
    const first = firsts.get(name) ?? at
    if (first === at) {
      firsts.set(name, at)
      asked.set(at, claim)
    }
    all.set(at, { claim, first })
  }
  return { all, asked }
}

/** What a claim comes to; undefined: it may go ahead. */
export function answerClaim(outcome: ClaimOutcome): IngestResult | undefined {
  switch (outcome.kind) {
    case 'new':
      return undefined
    case 'stored':
      return { status: 'repeated', receipt: outcome.reply as TransactionReceipt }
    case 'other-body':
      return { status: 'refused', error: new AppError(errors.idempotencyOtherBody) }
    case 'in-flight':
      return { status: 'refused', error: new AppError(errors.idempotencyInFlight) }
  }
}

/** Stores the replies of the keys that this group decided, with their effect. Refusals are not kept: the caller may mend what was wrong and repeat. */
export async function keepReplies(tx: Tx, claims: readonly OpenClaim[], results: readonly (IngestResult | undefined)[]): Promise<void> {
  await storeReplies(
    tx,
    claims.flatMap(({ at, claim }) => {
      const result = results[at]
      return result && result.status !== 'refused' ? [{ ...claim, status: 200, reply: result.receipt }] : []
    }),
  )
}
