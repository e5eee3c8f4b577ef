import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { LimitKind } from '#core/limits/contract/limits.ts'
import type { FileInfo } from '#kernel/files.ts'
import type { LabelName } from '#kernel/labels.ts'
import type { Text } from '#kernel/language.ts'
import type { Hundredths } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { RequestContext } from '#platform/server/module.ts'
import type { ApprovalKindName } from '../contract/kind.ts'

/** One step of an approval, inside the transaction that records it. */
export interface ApprovalContext {
  tx: Tx
  now: Date
  /** 'user:ACCOUNT' or 'system'. */
  actor: string
}

/** One thing that a request stands on. */
export interface Ground {
  id: string
  /** With the offset, as the wire has it. */
  at: string
  title: Text
  source: string
  text: string
  tone: 'neutral' | 'success' | 'failure'
  files: readonly FileInfo[]
}

/** Who decided: what is carried out is measured by their rights, not by those of whoever asked. */
export interface DecidedContext extends ApprovalContext {
  approver: Pick<RequestContext, 'session' | 'scope' | 'language' | 'runtime' | 'traceId' | 'ip'>
  /** The user in whose place it was decided; null: by the approver's own right. */
  principalId: string | null
}

/** Whose record it is, for the inbox: the four unit columns and the partner of the subject. */
export interface Place {
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
  partnerId: string | null
}

/** What would change, as people are to see it before they agree. */
export interface Described {
  code: string
  place: Place
  /** Values of the kind's picture, before and after. */
  before: Record<string, string | null>
  after: Record<string, string | null>
  money: Hundredths | null
  /** Number of the lowest tier that may decide it, whatever its money; left out: the first. */
  tier?: number
  /** Who gets the money: name, account, bank. Repeated to whoever decides. */
  beneficiary?: string
  rows: number
  /** After which nothing is left to decide: the request expires then, where its kind gives it longer. */
  until?: Date
  /** What it answers, where requests of another kind may answer the same: of all of them one waits at a time. */
  question?: Question
}

/** A question about a record that more than one kind of request answers. */
export interface Question {
  about: { type: string; id: string }
  /** What this request proposes, in a word. */
  answer: Text
}

/** A request as the functions of its kind get it. */
export interface HeldRequest<P> {
  id: string
  subjectId: string
  payload: P
  reason: string
}

/** How a request ended without being applied. */
export type Release = 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'

export interface Tier {
  /** Greatest money impact of the tier; null: any. Tiers stand in rising order, the last one without end. */
  upTo: Hundredths | null
  /** Permission that lets a person decide requests of this tier. */
  decide: string
}

/** Something that needs two people. Defined by the module that applies it; handed to `approvalsModule` by the composition root. */
export interface ApprovalKind<P = unknown> extends ApprovalKindName {
  /** 'payment.transaction' */
  subjectType: string
  /** Address of the subject's screen, which asks for `permissions.see`; left out where the subject has none. */
  subjectPath?(subjectId: string, subjectCode: string): string
  payload: z.ZodType<P>
  /** The fields of before and after; their labels stand under `entity`. */
  picture: z.ZodObject
  entity: LabelName
  permissions: {
    ask: string
    /** Who may see the subject may see its requests. */
    see: string
  }
  tiers: readonly [Tier, ...Tier[]]
  /**
   * What its money counts against, of whoever approves it, a partner and day; left out where the tiers are enough. A function of the picture
   * after the change where not every request counts.
   */
  limit?: LimitKind | ((after: Record<string, string | null>) => LimitKind | undefined)
  /** True: the subject belongs to the whole system and to no unit, so its requests are decided with a scope of ALL only. */
  wholeSystem?: boolean
  /** Of the requests `r`: those that somebody is not shown at the moment, because what they say is what that person counts. SQL. */
  veil?(userId: string): RawBuilder<boolean>
  /** Days after which a request that nobody decided expires. */
  days: number
  /** What the request would do to the subject as it stands. Throws when it cannot be asked for. */
  describe(ctx: ApprovalContext, subjectId: string, payload: P): Promise<Described>
  /** Marks the subject as waiting, where it has such a state; answers the version that it must still have at the decision. */
  hold(ctx: ApprovalContext, request: { subjectId: string; payload: P; reason: string; version: number }): Promise<number>
  /** Locks the subject and answers its version now. Undefined when it is gone. */
  versionNow(ctx: ApprovalContext, subjectId: string): Promise<number | undefined>
  /** Checks again and carries the change out. Throws when it cannot be done any more: then nothing is decided. `note`: the words of the checker. */
  apply(ctx: DecidedContext, request: HeldRequest<P>, note: string): Promise<void>
  /** What the request stands on and its checker signs, the newest first, for who may see it; left out where the reason says all. */
  grounds?(ctx: RequestContext, request: Pick<HeldRequest<P>, 'subjectId' | 'payload'>): Promise<readonly Ground[]>
  /** Why the system itself ends a request of this kind, by the code that `supersede` is given. */
  ended?: Readonly<Record<string, Text>>
  /** Gives the subject back as it was before. */
  release(ctx: ApprovalContext, request: HeldRequest<P>, how: Release, note: string): Promise<void>
}

/** The kind as the kit holds it, whatever its payload: that is parsed with the kind's own schema before it is handed in. */
export function defineApprovalKind<P>(kind: ApprovalKind<P>): ApprovalKind {
  const [last] = kind.tiers.slice(-1)
  if (last?.upTo !== null) throw new Error(`the last tier of ${kind.name} must have no end`)
  return kind as unknown as ApprovalKind
}

/** Number (from 1) and permission of the tier that an impact falls into; none below `lowest`. */
export function tierOf(kind: Pick<ApprovalKind, 'tiers'>, money: Hundredths | null, lowest = 1): { tier: number; decide: string } {
  const size = money === null ? 0n : money < 0n ? -money : money
  const at = kind.tiers.findIndex(({ upTo }, n) => n + 1 >= lowest && (upTo === null || size <= upTo))
  return { tier: at + 1, decide: (kind.tiers[at] as Tier).decide }
}

/** sha256 of a payload, whatever the order of its keys: jsonb does not keep it. */
export function payloadHash(payload: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(payload)))
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
