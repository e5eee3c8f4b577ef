import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { demoSessions } from '#core/iam/server/public.ts'
import type { Contract, OutputOf, RawInputOf, UploadContract } from '#kernel/contract.ts'
import type { Envelope } from '#kernel/envelope.ts'
import { createAuditLog } from '#platform/server/audit/audit.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import { createRunner } from '#platform/server/jobs/runner.ts'
import { handlersOf } from '#platform/server/jobs/start.ts'
import type { Runtime } from '#platform/server/module.ts'
import { type ChannelReply, type Client, signedCall } from '../channel.ts'

/** The demo's people at their desks: they call the server as users do, at a time of the past. */
export interface Desk {
  runtime: Runtime
  /** What time it is from now on. */
  at(moment: Date): void
  now(): Date
  /** Makes a call as an account. Throws Refused. */
  call<C extends Contract>(as: string, contract: C, input: RawInputOf<C>): Promise<OutputOf<C>>
  /** Sends a file. Throws Refused. */
  send<C extends UploadContract>(as: string, contract: C, input: Record<string, string>, file: { name: string; content: Buffer }): Promise<OutputOf<C>>
  /** Does what a job that runs by the clock would have done. */
  run(job: string): Promise<void>
  /** Does what calls have left to be done in the background, of jobs whose names begin so. */
  work(area: string): Promise<void>
  /** What the counters' channel reports, or another one, signed. */
  report(path: string, sent: object | string, client?: Client): Promise<ChannelReply>
  close(): Promise<void>
}

/** The server said no. */
export class Refused extends Error {
  readonly code: string

  constructor(what: string, { code, message, errors }: Envelope) {
    super(`the demo's call was refused: ${what} ${code} ${message} ${JSON.stringify(errors ?? [])}`)
    this.code = code
  }
}

/** A server of its own for them, on the same database; it listens nowhere. */
export async function openDesk(runtime: Runtime, registry: Registry, channel: Client): Promise<Desk> {
  let now = runtime.clock.now()
  const clock = { now: () => new Date(now) }
  const past: Runtime = { ...runtime, clock, audit: createAuditLog(runtime.config.secretKey, clock) }
  const jobs = handlersOf(registry.modules, past)
  const app = await createServer({ runtime: past, registry, sessions: demoSessions(runtime, 'PP_CFM_NEW') })
  return {
    runtime,
    at: (moment) => {
      now = moment
    },
    now: clock.now,
    async call(as, contract, input) {
      const { method, path, idempotent } = contract
      const headers = { authorization: `Bearer ${as}`, 'accept-language': 'vi', ...(idempotent ? { 'idempotency-key': randomUUID() } : {}) }
      const sent = method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object }
      const envelope = (await app.inject({ method, url: `/api${path}`, headers, ...sent })).json<Envelope<never>>()
      if (envelope.data === null || envelope.data === undefined) throw new Refused(`${as} ${path}`, envelope)
      return envelope.data
    },
    send: (as, contract, input, file) => send(app, as, contract, input, file),
    async run(job) {
      const handler = jobs.get(job)
      if (!handler) throw new Error(`the demo knows no job ${job}`)
      const signal = AbortSignal.timeout(handler.definition.timeoutSeconds * 1000)
      await handler.run({}, { runtime: past, signal, log: past.log, jobId: '', userId: null, progress: async () => undefined })
    },
    work: (area) => work(past, jobs, area),
    async report(path, sent, client = channel) {
      const { target, headers, body } = signedCall(client, path, sent, { key: randomUUID(), at: now })
      const reply = await app.inject({ method: 'POST', url: target, headers, payload: body })
      return { status: reply.statusCode, envelope: reply.json<Envelope>() }
    },
    close: () => app.close(),
  }
}

async function send<C extends UploadContract>(
  app: FastifyInstance,
  as: string,
  { path }: C,
  input: Record<string, string>,
  file: { name: string; content: Buffer },
): Promise<OutputOf<C>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file.content)]), file.name)
  const headers = { authorization: `Bearer ${as}`, 'accept-language': 'vi' }
  const response = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload: form as unknown as NonNullable<InjectOptions['payload']> })
  const envelope = response.json<Envelope<never>>()
  if (envelope.data === null || envelope.data === undefined) throw new Refused(`${as} ${path}`, envelope)
  return envelope.data
}

async function work(past: Runtime, jobs: ReturnType<typeof handlersOf>, area: string): Promise<void> {
  const runner = createRunner(past, jobs)
  for (;;) {
    const job = await past.db
      .selectFrom('platform.job')
      .select('id')
      .where('state', '=', 'WAITING')
      .where('name', 'like', `${area}%`)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
    if (!job) return
    const delivery = randomUUID()
    await past.db.updateTable('platform.job').set({ delivery }).where('id', '=', job.id).execute()
    const { outcome, error } = await runner.run(job.id, delivery)
    if (outcome !== 'DONE') throw error ?? new Error(`a job of the demo ended as ${outcome}`)
  }
}
