import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { byUser } from '../audit/audit.ts'
import type { Tx } from '../database/db.ts'
import { claimKeys, type IdempotencyClaim, idempotencyKeyOf, refuseClaim, requestHash, storeReplies } from '../idempotency/idempotency.ts'
import { REDACTED } from '../logging.ts'
import type { CommandContext, RequestContext } from '../module.ts'
import { type OwnerColumns, scopeOf } from '../scope.ts'
import { rawBodyOf } from './call.ts'
import { isConflict } from './errors.ts'
import { type CommandEntry, endpointName, type UploadEntry } from './registry.ts'

/** A command that two transactions keep each other from finishing is run this often at most; then the caller is asked to try later. */
const ATTEMPTS = 3

export interface CommandResult {
  data: unknown
  /** True when this is the stored reply of an earlier request with the same key. */
  replayed: boolean
}

/** What is run: the handler of a command, or that of an upload with its file. */
export type Commanded = Pick<CommandEntry | UploadEntry, 'module'> & { contract: CommandEntry['contract']; handler: CommandEntry['handler'] }

/** How the data of an answer is checked against the contract before it is stored and sent. */
export type ToReply = (data: unknown) => unknown

/**
 * Runs a command in one transaction together with its idempotency record and its audit entry.
 * Serialization failures and deadlocks run the whole again, at most three times, with a fresh context each.
 */
export async function runCommand(entry: Commanded, input: unknown, ctx: RequestContext, owners: OwnerColumns, toReply: ToReply): Promise<CommandResult> {
  const claim = claimOf(entry, ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.runtime.db.transaction().execute((tx) => {
        const scope = scopeOf(tx, ctx.session, owners)
        return inTransaction(entry, input, { ...ctx, db: scope.db, scope }, tx, claim, toReply)
      })
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error
      ctx.log.warn({ error, attempt }, 'command in conflict, run again')
      await delay(10 * attempt + Math.random() * 20)
    }
  }
}

function claimOf({ contract }: Commanded, { request, session }: RequestContext): IdempotencyClaim | undefined {
  if (!contract.idempotent) return undefined
  const key = idempotencyKeyOf(request.headers['idempotency-key'])
  return { client: `user:${session.userId}`, key, hash: requestHash(request.method, request.url, rawBodyOf(request)) }
}

async function inTransaction(
  entry: Commanded,
  input: unknown,
  ctx: RequestContext,
  tx: Tx,
  claim: IdempotencyClaim | undefined,
  toReply: ToReply,
): Promise<CommandResult> {
  if (claim) {
    const [outcome] = await claimKeys(tx, [claim])
    if (outcome?.kind === 'stored') return { data: outcome.reply, replayed: true }
    if (outcome) refuseClaim(outcome)
  }
  const audited: { subject?: Parameters<CommandContext['subject']> } = {}
  const command: CommandContext = {
    ...ctx,
    tx,
    idempotencyKey: claim?.key,
    subject: (...subject) => {
      audited.subject = subject
    },
  }
  const data = toReply(await entry.handler(input as never, command))
  await writeAudit(entry, input, data, command, audited.subject)
  if (claim) await storeReplies(tx, [{ ...claim, status: 200, reply: data }])
  return { data, replayed: false }
}

async function writeAudit(
  entry: Commanded,
  input: unknown,
  data: unknown,
  ctx: CommandContext,
  subject: Parameters<CommandContext['subject']> | undefined,
): Promise<void> {
  const [type, id, change] = subject ?? [entry.module.name, idIn(input) ?? idIn(data), undefined]
  await ctx.runtime.audit.write(ctx.tx, {
    ...byUser(ctx.session.account, ctx),
    action: endpointName(entry.contract),
    subjectType: type,
    subjectId: id,
    before: change?.before,
    after: change?.after ?? withoutSecrets(entry.contract.input, input),
  })
}

function idIn(value: unknown): string | null {
  const id = (value as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : null
}

/** The input with every field of kind 'secret' blanked; the audit log blanks by name on top of it. */
export function withoutSecrets(schema: z.ZodType, input: unknown): unknown {
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape
  if (!shape || typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = shape[name]
      if (!field || value === undefined) return [name, value]
      return [name, fieldMeta(field).kind === 'secret' ? REDACTED : withoutSecrets(field, value)]
    }),
  )
}
