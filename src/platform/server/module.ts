import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledQuery, Expression, RawBuilder, SelectQueryNode } from 'kysely'
import type { z } from 'zod'
import type {
  BulkContract,
  BulkRow,
  Contract,
  DownloadContract,
  FilterOf,
  InputOf,
  ListContract,
  OutputOf,
  SortKeyOf,
  UploadContract,
} from '#kernel/contract.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { LabelName, ModuleLabels } from '#kernel/labels.ts'
import type { Language, Text } from '#kernel/language.ts'
import type { ReportContract, ReportFilterOf } from '#kernel/report.ts'
import type { ScopedDb, Tx } from './database/db.ts'
import type { UploadedFile } from './files/file.ts'
import type { Rate } from './http/rate-limit.ts'
import type { ImportHandler } from './import/handler.ts'
import type { Where } from './list/where.ts'
import type { Logger } from './logging.ts'
import type { Runtime } from './runtime.ts'
import type { OwnerColumns, Scope } from './scope.ts'
import type { ScopeGrant, Session } from './session/session.ts'

export type { Runtime }

interface CallContext {
  runtime: Runtime
  language: Language
  traceId: string
  ip: string
  log: Logger
  /** The one reading of the clock for this request. */
  now: Date
  /** For cookies; the answer itself is what the handler returns. */
  request: FastifyRequest
  reply: FastifyReply
}

/** Facts of one request of somebody signed in. */
export interface RequestContext extends CallContext {
  /** Free reads under row-level security (`scope.db`); scoped tables only through `scope.selectFrom`. `runtime.db` is the server's own and sees all. */
  db: ScopedDb
  scope: Scope
  session: Session
}

/** A command runs in one transaction that also holds its audit entry and its idempotency record. */
export interface CommandContext extends RequestContext {
  tx: Tx
  /** Value of the Idempotency-Key header, where the contract asks for it. */
  idempotencyKey: string | undefined
  /**
   * Names the record that the audit entry is about, and what it was and became. Without a call the entry carries
   * the redacted input, and the `id` of the input or the output as its subject.
   */
  subject(type: string, id: string | null, change?: { before?: unknown; after?: unknown }): void
}

/** What is known of a call without a session before its body is read. */
export interface HeadContext extends CallContext {}

/** Calls without a session (public and gateway): no scope, no scoped reads; the handler opens its own transactions. */
export interface PublicContext extends HeadContext {
  /** The body as it came, byte for byte. Empty when there is none, and when it was not kept. */
  rawBody: Buffer
  /** Hex SHA-256 of the body where `announce` asked for it: what a signature covers, kept or not. */
  bodyHash: string
}

/** Who a call says it comes from, before there is any proof. */
export interface Announced {
  /** Whose share of the bodies in memory its body takes. */
  who: string
  /** False: the body is hashed and forgotten, because no signature of it can be right. */
  keep: boolean
}

/** The rows of a list as a Kysely select; Row is what it selects. */
export interface ListQuery<Row> {
  toOperationNode(): SelectQueryNode
  compile(): CompiledQuery<Row>
}

export interface ListHandler<L extends ListContract, Row> {
  /**
   * The rows in the caller's scope with the contract's fields as aliases; no order, no limit: paging, count, sums and export are the
   * platform's, and so is the filter, by `where`. It is handed on for rows that show themselves as the filter asks (a day looked at).
   */
  query(ctx: RequestContext, filter: FilterOf<L>): ListQuery<Row>
  /** The SQL of every filter by its name (list/where.ts). */
  where: Where<FilterOf<L>>
  /** Column reference of each sort key: 't.code', or the name of something that the query selects. */
  sort: Record<SortKeyOf<L>, string>
  /** Unique column that ends every order, so that pages never overlap. */
  key: string
  /**
   * Of the summed fields: the column reference where it is not what is selected under the field's name, or a whole aggregate
   * where there is a cheaper one (sql`sum(t.amount_hundredths) * 0.01`).
   */
  sums?: Record<string, string | Expression<unknown>>
  /**
   * Number and sums of the whole where they are kept somewhere and need not be counted: one line for each value of the contract's split (`value`,
   * `totalRecord`, each summed field), exactly those that counting gives. Answers undefined for what has to be counted.
   */
  kept?(ctx: RequestContext, filter: FilterOf<L>): ListQuery<unknown> | undefined
  /** From a database row to the contract's row; default: timestamps to local ISO. */
  map?(row: Row): Record<string, unknown>
}

/** What a report is made with. There is no database in it: rows are reached through the scope alone, so a report without one does not type-check. */
export interface ReportContext {
  scope: Scope
  language: Language
  now: Date
  /** Who reads it: what somebody is counting is not shown to them. */
  userId: string
  /** What the scope is made of: which kept sums fit it. */
  grant: ScopeGrant
}

export interface ReportHandler<C extends ReportContract, Row> {
  /** The rows with the contract's fields as aliases: one query, filtered and scoped; order, subtotals, totals and chart are the platform's. */
  query(input: { filter: ReportFilterOf<C> }, ctx: ReportContext): ListQuery<Row>
  /** Services whose journals its figures come from: a run of days that are closed for all of them names the snapshots of the cut-off. */
  services?: readonly string[]
  /** Names for conditions that are ids, by field: what stands in the head of the report. */
  describe?(filter: ReportFilterOf<C>, ctx: ReportContext): Promise<Partial<Record<keyof ReportFilterOf<C>, string | undefined>>>
}

/** A report with its query and the words of its module, made by `implementReport`. */
export interface Report {
  contract: ReportContract
  handler: ReportHandler<ReportContract, Record<string, unknown>>
  labels: Record<Language, ModuleLabels>
}

export interface OpenOptions<Principal> {
  /**
   * Reads from the headers alone who calls, before a byte of the body is taken in. Throws AppError for headers that no proof could mend;
   * a name that is not known must not be told from one that is, so its body is received like any other and `authenticate` refuses it.
   */
  announce?: (ctx: HeadContext) => Promise<Announced>
  /**
   * Says who calls, from headers, cookies and raw body; runs before the body is parsed and validated, so that an unknown caller
   * learns nothing about it. What it returns is the handler's third argument. Throws AppError (401, 403).
   */
  authenticate?: (ctx: PublicContext) => Promise<Principal>
  /** 'ndjson': the call takes application/x-ndjson and its input is `{ lines: string[] }`, the lines unparsed, blank ones left out. */
  body?: 'json' | 'ndjson'
  /** Bytes at most; default 16 KiB. */
  bodyLimit?: number
  /** Calls of one network address, counted apart from others; default for public calls: PUBLIC_RATE, all of them together. */
  rate?: Rate
}

/** What a download answers with. */
export interface Download {
  name: string
  contentType: string
  stream: Readable
  /** Bytes, where they are known beforehand. */
  size?: number
}

/** Handed to each module's register(); collects handlers, checked by the registry (one handler a contract). */
export interface Registrar {
  /** All lists of the system by the path of their contract, for modules that serve any of them; complete once every module has registered. */
  lists: ReadonlyMap<string, ListContract>
  list<L extends ListContract, Row>(contract: L, handler: ListHandler<L, Row>): void
  /** A report with its print and its files. */
  report(report: Report): void
  query<C extends Contract>(contract: C, handler: (input: InputOf<C>, ctx: RequestContext) => Promise<OutputOf<C>>): void
  /** Does one action with each of several rows: `work` gets a row, the rest of the input and a context whose transaction is the row's own. */
  bulk<C extends BulkContract>(contract: C, work: (row: BulkRow, input: InputOf<C>, ctx: CommandContext) => Promise<void>): void
  command<C extends Contract>(contract: C, handler: (input: InputOf<C>, ctx: CommandContext) => Promise<OutputOf<C>>): void
  /** A command that brings a file, which has been read whole and is within the contract's limit. What it holds is the handler's to check. */
  upload<C extends UploadContract>(contract: C, handler: (input: InputOf<C>, ctx: CommandContext, file: UploadedFile) => Promise<OutputOf<C>>): void
  download<C extends DownloadContract>(contract: C, handler: (input: InputOf<C>, ctx: RequestContext) => Promise<Download>): void
  /** PUBLIC and GATEWAY contracts. Runs outside any transaction; the handler opens its own. */
  open<C extends Contract, Principal = undefined>(
    contract: C,
    handler: (input: InputOf<C>, ctx: PublicContext, principal: Principal) => Promise<OutputOf<C>>,
    options?: OpenOptions<Principal>,
  ): void
}

/** A kind of work that goes on after the answer; made by defineJob. */
export interface JobDefinition<I extends z.ZodType = z.ZodType> {
  /** 'area.verb-noun': 'mail.send-message'. */
  name: string
  /** What administrators read of it. */
  title: Text
  input: I
  /** Tries after the first one before it is given up. */
  retries: number
  /** A try that takes longer is ended (its signal is aborted) and counts as failed. */
  timeoutSeconds: number
  /** Workers of its own, for what may take long or hang for reasons of its own; default by its time limit. */
  lane?: 'export' | 'mail'
}

/** What a handler gets beside its input. */
export interface JobContext {
  runtime: Runtime
  /** Aborted on timeout, on cancel and when the process ends: stop soon and throw. */
  signal: AbortSignal
  log: Logger
  jobId: string
  /** Who asked for the job; null for the system itself. */
  userId: string | null
  /** Tells how far the job is; cheap, may be called often. */
  progress(done: number, total: number, note?: string): Promise<void>
}

/** What a handler gets when a job has failed for good or was cancelled. */
export interface FailureContext extends Pick<JobContext, 'runtime' | 'log' | 'jobId' | 'userId'> {
  /** Commits together with the mark that it has run. */
  tx: Tx
  end: 'FAILED' | 'CANCELLED'
}

/** A job kind with what it does, its input type erased: the stored input is parsed first. */
export interface JobHandler {
  definition: JobDefinition
  run(input: unknown, ctx: JobContext): Promise<void>
  onFailed?(input: unknown, ctx: FailureContext, error: string): Promise<void>
}

/** A job that runs by the clock: five cron fields, in Asia/Ho_Chi_Minh. A run missed while everything was down is made up for once. */
export interface JobSchedule {
  job: JobDefinition
  cron: string
  input: unknown
}

/** One record that a search by code has found. */
export interface Found {
  /** What people call the record by: its code or key. */
  code: string
  /** What distinguishes it from others, in the language of the call; may be empty. */
  title: string
  /** What it is, in the language of the call, where the screen it opens in does not say so. */
  group?: string
  /** Address of its screen in the portal. */
  path: string
}

/**
 * Records of one kind for the command palette. `permission` is that of the screen the records open in (SIGNED_IN where each has its own): whoever lacks it is
 * not asked for. `find` reads through ctx.scope and ctx.db alone, so that nobody finds what they may not see; it answers at
 * most `limit` records, the best first, and none for a text that cannot be meant for them. The text is trimmed, never empty.
 */
export interface SearchProvider {
  permission: string
  find(text: string, ctx: RequestContext, limit: number): Promise<Found[]>
}

/**
 * What waits for a person on the home page: the rows of a list under a filter, counted as the list itself counts them. Whoever may not
 * see the list is not asked for.
 */
export interface Task {
  /** 'approvals.toDecide' */
  key: string
  title: Text
  list: ListContract
  filter: Readonly<Record<string, unknown>>
  /** Field of the row with the instant by which it must be done; the list sorts by it. */
  deadline?: string
  /** Permission of the command that does it, where seeing the list is not enough. */
  needs?: string
}

/** Ties a task to the filter of its list. */
export function defineTask<L extends ListContract>(
  key: string,
  title: Text,
  list: L,
  filter: FilterOf<L>,
  more: { deadline?: L['sortKeys'][number]; needs?: string } = {},
): Task {
  return { key, title, list: list as unknown as ListContract, filter, ...more }
}

/** A kind of record in the audit log: what it is called, and what its fields are. */
export interface AuditSubject extends Text {
  /** Where the words of its fields stand: 'iam.user'. Default: the name of the subject. */
  entity?: LabelName
  /** Fields that no screen shows, or that the audit log names otherwise. */
  fields?: Readonly<Record<string, Text>>
  /** Whether the record with an id is hidden from a reader for now: its entries are listed without what they changed. */
  veil?(id: string, userId: string): RawBuilder<boolean>
}

/** What the audit log calls what a module writes to it: calls go by the summary of their contract, and need none. */
export interface AuditNames {
  /** By the name they are written under: 'iam.login'. */
  events?: Readonly<Record<string, Text>>
  /** Kinds of records: 'iam.role'. */
  subjects?: Readonly<Record<string, AuditSubject>>
  /** What is written of a subject with the fields of something else: what was asked for by a request, by the kind of the record. */
  pictures?: Readonly<Record<string, readonly { entity: LabelName; schema: z.ZodObject }[]>>
  /** Fields of any subject that hold ids, with what the records are called. */
  references?: Readonly<Record<string, (db: ScopedDb, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>>>
}

/** An import that belongs to a record: whoever sends a file must reach it. */
export interface ImportDoor extends ImportHandler {
  /** Whether the caller may send this file now; throws when not. What it answers is kept with the input. */
  begin?(input: Readonly<Record<string, string>>, ctx: CommandContext, file: { name: string; content: Buffer }): Promise<Record<string, string>>
}

export interface ServerModule {
  name: string
  audit?: AuditNames
  labels?: Record<Language, ModuleLabels>
  /** Words that are fetched apart, by the part's name: labels/sign-in/ of iam is the namespace 'iam.sign-in'. */
  labelParts?: Readonly<Record<string, Record<Language, ModuleLabels>>>
  errors?: Record<string, ErrorDefinition>
  /** Of the module's scoped tables: the column with the user id of the person a row belongs to (grant SELF). */
  owners?: OwnerColumns
  /** Permissions that no contract or screen names, asked for inside a handler, and what they are called beside their action. */
  permissions?: Readonly<Record<string, Text>>
  /** Permission uris of what belongs to the whole system and to no unit: whoever holds one uses it with a scope of ALL only. */
  wholeSystem?: readonly string[]
  /** Records that the command palette finds by code. */
  search?: readonly SearchProvider[]
  /** What waits for people on their home page, the most urgent first. */
  tasks?: readonly Task[]
  register(on: Registrar): void
  /** Imports from spreadsheets (docs/kit.md, Import). */
  imports?: readonly ImportDoor[]
  /** Handlers of the jobs this module runs (docs/kit.md, Jobs). */
  jobs?(runtime: Runtime): JobHandler[]
  /** Jobs that run by the clock. */
  schedules?: readonly JobSchedule[]
  /** Work that lives beside requests (pollers, demo feeds); the returned function ends it. */
  start?(runtime: Runtime): Promise<() => Promise<void>>
}

export function defineModule(module: ServerModule): ServerModule {
  return module
}
