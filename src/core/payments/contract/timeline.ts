import { z } from 'zod'
import { Timestamp } from '#kernel/primitives.ts'
import { ActorKind, TimelineStep, TransactionStatus } from './transaction.ts'

/** One step in the life of a transaction. */
export const TimelineEntry = z.object({
  seq: z.number().int(),
  step: TimelineStep,
  fromStatus: TransactionStatus.nullable(),
  toStatus: TransactionStatus,
  /** When it happened, as the actor reports. */
  occurredAt: Timestamp,
  /** When it was stored here. */
  recordedAt: Timestamp,
  actorKind: ActorKind,
  /** 'partner:CLIENT', 'user:ACCOUNT' or 'system'. */
  actor: z.string(),
  /** What a channel reported: outcome code, words and evidence. */
  detail: z
    .object({
      status: z.string().optional(),
      code: z.string().optional(),
      message: z.string().optional(),
      evidence: z.object({ bankReference: z.string(), bankTime: z.string().optional() }).optional(),
    })
    .nullable(),
})
export type TimelineEntry = z.output<typeof TimelineEntry>
