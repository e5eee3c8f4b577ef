import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { login } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD, demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import { registerServices } from '#core/payments/server/public.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import type { Contract, FilterOf, ListContract, OutputOf, Page, RawInputOf, RowOf, SortKeyOf } from '#kernel/contract.ts'
import type { Envelope } from '#kernel/envelope.ts'
import type { Language } from '#kernel/language.ts'
import { createAuditLog } from '#platform/server/audit/audit.ts'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { createListener } from '#platform/server/database/listener.ts'
import { protectRows } from '#platform/server/database/row-security.ts'
import { buildRegistry, ownersOf } from '#platform/server/http/registry.ts'
import { createServer, type ServerOptions } from '#platform/server/http/server.ts'
import type { Runtime, ServerModule } from '#platform/server/module.ts'
import { createLive } from '#platform/server/realtime/live.ts'
import type { SessionResolver } from '#platform/server/session/session.ts'
import { type Additions, composeModules } from '../src/app/modules.ts'
import { paymentServices } from '../src/app/plugs/services.ts'
import { syncCatalogue, systemRegistry, systemServer } from '../src/app/server.ts'
import { inWords } from './audit-words.ts'
import { testConfig } from './config.ts'
import { type TestDatabase, testDatabase } from './database.ts'

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  set(at: Date): void
  advance(ms: number): void
}

export function testClock(start = new Date()): TestClock {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    set: (to) => {
      at = to.getTime()
    },
    advance: (ms) => {
      at += ms
    },
  }
}

export interface TestRuntimeOptions {
  clock?: Clock
  config?: Partial<Config>
  database?: TestDatabase
}

export interface TestRuntime extends Runtime {
  database: TestDatabase
}

/** A runtime over a database of its own. */
export async function testRuntime(options: TestRuntimeOptions = {}): Promise<TestRuntime> {
  const database = options.database ?? (await testDatabase())
  const config = testConfig(options.config)
  const clock = options.clock ?? systemClock
  const log = pino({ level: config.logLevel })
  const { pool, db } = database
  const listener = createListener(pool, log)
  const live = createLive(db, listener, log)
  return {
    database: {
      ...database,
      drop: async () => {
        await live.close()
        await listener.close()
        await database.drop()
      },
    },
    config,
    pool: database.pool,
    db: database.db,
    clock,
    log,
    audit: createAuditLog(config.secretKey, clock),
    listener,
    live,
  }
}

export interface Reply<Data = unknown> extends Envelope<Data> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
}

export interface CallOptions {
  headers?: Record<string, string>
  language?: Language
}

/** Sends a contract's input the way a browser does: path places filled in, GET as query, the rest as body. */
export function requestOf<C extends Contract>(contract: C, input: RawInputOf<C>): InjectOptions {
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  const path = contract.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const base = { method: contract.method, url: `/api${path}` }
  if (contract.method === 'GET')
    return { ...base, query: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Record<string, string> }
  return { ...base, payload: rest }
}

export async function send<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  input: RawInputOf<C>,
  options: CallOptions = {},
): Promise<Reply<OutputOf<C>>> {
  const response = await app.inject({ ...requestOf(contract, input), headers: { 'accept-language': options.language ?? 'vi', ...options.headers } })
  return { ...(response.json() as Envelope<OutputOf<C>>), status: response.statusCode, headers: response.headers }
}

/** A page of a list; page 1 of 15 rows without a filter when nothing else is said. */
export interface ListRequest<L extends ListContract> {
  filter?: FilterOf<L>
  currentPage?: number
  pageSize?: 15 | 50 | 100
  sort?: { field: SortKeyOf<L>; direction: 'asc' | 'desc' }
}

export function sendList<L extends ListContract>(
  app: FastifyInstance,
  contract: L,
  { filter, currentPage = 1, pageSize = 15, sort }: ListRequest<L> = {},
  options: CallOptions = {},
): Promise<Reply<Page<RowOf<L>>>> {
  const input = { searchSdi: filter ?? {}, pageInfo: { currentPage, pageSize }, ...(sort ? { sort } : {}) }
  return send(app, contract as Contract, input, options) as Promise<Reply<Page<RowOf<L>>>>
}

/** An app of the given modules only, for tests of the platform itself. */
export async function moduleApp(
  modules: ServerModule[],
  sessions: SessionResolver,
  options: TestRuntimeOptions & Partial<ServerOptions> = {},
): Promise<{ app: FastifyInstance; runtime: TestRuntime; close(): Promise<void> }> {
  const runtime = await testRuntime(options)
  const app = await createServer({ ...options, runtime, registry: buildRegistry(modules), sessions })
  return {
    app,
    runtime,
    async close() {
      await app.close()
      await runtime.database.drop()
    },
  }
}

const CLIENT: SubsystemCode = 'PP_QR'

export interface TestApp {
  app: FastifyInstance
  runtime: TestRuntime
  /** Calls as a demo account (signed in through the real login, once an account and application), or as nobody. */
  call<C extends Contract>(contract: C, input: RawInputOf<C>, options?: CallOptions & { as?: string; clientId?: SubsystemCode }): Promise<Reply<OutputOf<C>>>
  /** A page of a list as a demo account. */
  list<L extends ListContract>(
    contract: L,
    request?: ListRequest<L>,
    options?: CallOptions & { as?: string; clientId?: SubsystemCode },
  ): Promise<Reply<Page<RowOf<L>>>>
  /** Authorization and cookie headers of an account, for raw `app.inject`. */
  headersOf(account: string, clientId?: SubsystemCode): Promise<Record<string, string>>
  close(): Promise<void>
}

/** The whole system through fastify.inject, on a database of its own; `additions`: with a sub-system of the test's own, `tables`: its migration. */
export async function testApp({ additions, tables, ...options }: TestRuntimeOptions & { additions?: Additions; tables?: string } = {}): Promise<TestApp> {
  const runtime = await testRuntime(options)
  const registry = additions ? buildRegistry(composeModules(additions)) : systemRegistry()
  runtime.audit = inWords(runtime.audit, registry)
  if (additions) {
    const { owner } = runtime.database
    if (tables) await owner.query(tables)
    await protectRows(owner, ownersOf(registry))
    await syncCatalogue(runtime.db, registry)
    await runtime.db.transaction().execute((tx) => registerServices(tx, [...paymentServices, ...(additions.services ?? [])]))
  }
  const app = await systemServer(runtime, registry)
  const signedIn = new Map<string, Promise<Record<string, string>>>()

  function headersOf(account: string, clientId: SubsystemCode = CLIENT): Promise<Record<string, string>> {
    const name = `${account} ${clientId}`
    const known = signedIn.get(name) ?? signIn(app, runtime, account, clientId)
    signedIn.set(name, known)
    return known
  }

  return {
    app,
    runtime,
    headersOf,
    async call(contract, input, { as, clientId, ...rest } = {}) {
      const session = as === undefined ? {} : await headersOf(as, clientId)
      return send(app, contract, input, { ...rest, headers: { ...session, ...rest.headers } })
    },
    async list(contract, request, { as, clientId, ...rest } = {}) {
      const session = as === undefined ? {} : await headersOf(as, clientId)
      return sendList(app, contract, request, { ...rest, headers: { ...session, ...rest.headers } })
    },
    async close() {
      await app.close()
      await runtime.database.drop()
    },
  }
}

/** Signs in as a demo account with its current OTP, the way the sign-in page does. */
async function signIn(app: FastifyInstance, runtime: TestRuntime, account: string, clientId: SubsystemCode): Promise<Record<string, string>> {
  // A code is good once. A second sign-in would wait for the next one; here the used ones are forgotten instead.
  await runtime.pool.query("update iam.totp t set used_steps = '{}' from iam.user_account u where u.id = t.user_id and u.account = $1", [account])
  const { data: code, message: refusal } = await send(app, demoOtp, { account })
  if (!code) throw new Error(`no OTP for ${account}: ${refusal}`)
  const response = await app.inject({ ...requestOf(login, { account, password: DEMO_PASSWORD, otp: code.otp, clientId }), headers: { 'user-agent': 'test' } })
  const { data, message } = response.json() as Envelope<OutputOf<typeof login>>
  if (!data) throw new Error(`${account} cannot sign in to ${clientId}: ${message}`)
  return { authorization: `Bearer ${data.tokenData.access_token}`, cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
