import {
  type BulkRow,
  type Contract,
  type DownloadContract,
  type ExportContract,
  GATEWAY,
  type InputOf,
  type ListContract,
  PUBLIC,
  SIGNED_IN,
  type UploadContract,
} from '#kernel/contract.ts'
import type { ReportContract } from '#kernel/report.ts'
import type { UploadedFile } from '../files/file.ts'
import { conditionFields } from '../list/where.ts'
import type { CommandContext, Download, ListHandler, OpenOptions, PublicContext, Registrar, Report, RequestContext, ServerModule } from '../module.ts'
import type { OwnerColumns } from '../scope.ts'
import { runBulk } from './bulk.ts'

/**
 * Handlers of all contracts, with their input and output types erased: `register` has tied each to its contract,
 * and the call chain validates the input against that contract before it comes here.
 */
type Erased<Context, Rest extends unknown[] = []> = (input: never, ctx: Context, ...rest: Rest) => Promise<unknown>

interface Owned {
  module: ServerModule
}
export interface ListEntry extends Owned {
  kind: 'list'
  contract: ListContract
  handler: ListHandler<ListContract, never>
}
export interface ExportEntry extends Owned {
  kind: 'export'
  contract: ExportContract
  list: ListEntry
}
export interface ReportEntry extends Owned {
  kind: 'report'
  contract: ReportContract
  report: Report
}
/** The whole of a report for paper, or as a file. */
export interface ReportPrintEntry extends Owned {
  kind: 'report-print'
  contract: ReportContract['print']
  report: Report
}
export interface ReportExportEntry extends Owned {
  kind: 'report-export'
  contract: ReportContract['export']
  report: Report
}
export interface QueryEntry extends Owned {
  kind: 'query'
  contract: Contract
  handler: Erased<RequestContext>
}
export interface CommandEntry extends Owned {
  kind: 'command'
  contract: Contract
  handler: Erased<CommandContext>
}
export interface UploadEntry extends Owned {
  kind: 'upload'
  contract: UploadContract
  handler: Erased<CommandContext, [file: UploadedFile]>
}
export interface DownloadEntry extends Owned {
  kind: 'download'
  contract: DownloadContract
  handler: (input: never, ctx: RequestContext) => Promise<Download>
}
export interface OpenEntry extends Owned {
  kind: 'open'
  contract: Contract
  handler: Erased<PublicContext, [principal: never]>
  options: OpenOptions<unknown>
}
export type Entry =
  | ListEntry
  | ExportEntry
  | ReportEntry
  | ReportPrintEntry
  | ReportExportEntry
  | QueryEntry
  | CommandEntry
  | UploadEntry
  | DownloadEntry
  | OpenEntry

/** Every endpoint of the API by 'METHOD /path', and the modules they come from. */
export interface Registry {
  modules: readonly ServerModule[]
  entries: ReadonlyMap<string, Entry>
}

/** Of all modules: the column of each scoped table that names the person a row belongs to. */
export function ownersOf({ modules }: Pick<Registry, 'modules'>): OwnerColumns {
  return Object.assign({}, ...modules.map((module) => module.owners ?? {}))
}

/** Of all modules: the permissions that are used with a scope of ALL only. */
export function wholeSystemOf({ modules }: Pick<Registry, 'modules'>): ReadonlySet<string> {
  return new Set(modules.flatMap(({ wholeSystem = [] }) => wholeSystem))
}

/** 'POST /qr-admin/transactions/v1/search': what the log, the audit trail and the manifest call an endpoint. */
export function endpointName(contract: Pick<Contract, 'method' | 'path'>): string {
  return `${contract.method} ${contract.path}`
}

/** True when nobody has to be signed in. */
export function isOpen(contract: Contract): boolean {
  return contract.permission === PUBLIC || contract.permission === GATEWAY
}

/**
 * Lets every module register and checks the whole: one handler a contract and path, a permission uri or a named exception on each,
 * open handlers for open contracts only. Throws at the first mistake, so that a server with one never starts. Starts nothing.
 */
export function buildRegistry(modules: readonly ServerModule[]): Registry {
  const entries = new Map<string, Entry>()
  const shapes = new Map<string, string>()
  const lists = new Map<string, ListContract>()

  function add(entry: Entry): void {
    const name = endpointName(entry.contract)
    check(entry, name)
    // Two paths that differ only in the names of their places answer the same address.
    const shape = name.replace(/\{\w+\}/g, '{}')
    const other = shapes.get(shape)
    if (other !== undefined) throw new Error(`two handlers for ${name}${other === name ? '' : ` and ${other}`} (module ${entry.module.name})`)
    shapes.set(shape, name)
    entries.set(name, entry)
    if (entry.kind === 'list') lists.set(entry.contract.path, entry.contract)
  }

  const names = new Set<string>()
  for (const module of modules) {
    if (names.has(module.name)) throw new Error(`two modules are called ${module.name}`)
    names.add(module.name)
    module.register(registrarOf(module, add, lists, () => ownersOf({ modules })))
  }
  return { modules, entries }
}

const built = new WeakMap<readonly ServerModule[], Registry>()

/** The registry of these modules, built once: it holds every contract, and is asked for while people wait. */
export function registryOf(modules: readonly ServerModule[]): Registry {
  const registry = built.get(modules) ?? buildRegistry(modules)
  built.set(modules, registry)
  return registry
}

function registrarOf(module: ServerModule, add: (entry: Entry) => void, lists: ReadonlyMap<string, ListContract>, owners: () => OwnerColumns): Registrar {
  return {
    lists,
    list(contract, handler) {
      const list: ListEntry = { kind: 'list', module, contract, handler: handler as unknown as ListHandler<ListContract, never> }
      add(list)
      add({ kind: 'export', module, contract: contract.export, list })
    },
    report(report) {
      const { contract } = report
      add({ kind: 'report', module, contract, report })
      add({ kind: 'report-print', module, contract: contract.print, report })
      add({ kind: 'report-export', module, contract: contract.export, report })
    },
    query: (contract, handler) => add({ kind: 'query', module, contract, handler }),
    bulk: (contract, work) =>
      add({
        kind: 'query',
        module,
        contract,
        handler: (input: InputOf<typeof contract>, ctx: RequestContext) =>
          runBulk(endpointName(contract), (input as { rows: BulkRow[] }).rows, ctx, owners(), (row, command) => work(row, input, command)),
      }),
    command: (contract, handler) => add({ kind: 'command', module, contract, handler }),
    upload: (contract, handler) => add({ kind: 'upload', module, contract, handler }),
    download: (contract, handler) => add({ kind: 'download', module, contract, handler }),
    open: (contract, handler, options = {}) => add({ kind: 'open', module, contract, handler, options: options as OpenOptions<unknown> }),
  }
}

const PERMISSION = /^[a-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/[a-z][a-z-]*$/
/** 'table.column', or the name of something that is selected. */
const COLUMN = /^\w+(\.\w+)?$/
const PATH = /^(\/([A-Za-z0-9._-]+|\{[A-Za-z][A-Za-z0-9]*\}))+$/

function check(entry: Entry, name: string): void {
  const { contract } = entry
  const fail = (problem: string): never => {
    throw new Error(`${name} (module ${entry.module.name}): ${problem}`)
  }
  if (!PATH.test(contract.path)) fail('the path is not of the form /service/resource/v1/{id}')
  if (![PUBLIC, SIGNED_IN, GATEWAY].includes(contract.permission) && !PERMISSION.test(contract.permission))
    fail(`'${contract.permission}' is neither a permission uri nor public, signed-in or gateway`)
  const expected = ({ 'report-print': 'query', 'report-export': 'export' } as Record<string, string>)[entry.kind] ?? entry.kind
  if (entry.kind === 'open') {
    if (!isOpen(contract)) fail('an open handler on a contract that asks for a session')
    if (contract.permission === GATEWAY && !entry.options.authenticate) fail('a gateway contract without authenticate')
    return
  }
  if (isOpen(contract)) fail('a public or gateway contract needs an open handler')
  if (contract.kind !== expected) fail(`a ${entry.kind} handler on a ${contract.kind} contract`)
  if (entry.kind === 'list') checkList(entry, fail)
}

function checkList({ contract, handler }: ListEntry, fail: (problem: string) => never): void {
  const names = [...conditionFields(contract.filter.shape).keys()]
  const conditions = Object.keys(handler.where)
  for (const name of names) if (!conditions.includes(name)) fail(`no condition for the filter ${name}`)
  for (const name of conditions) if (!names.includes(name)) fail(`a condition for ${name}, which is no filter`)
  const sort: Record<string, string> = handler.sort
  for (const key of contract.sortKeys) {
    if (!sort[key]) fail(`no column for the sort key ${key}`)
    if (!COLUMN.test(sort[key] ?? '')) fail(`the sort key ${key} is sorted by '${sort[key]}', which is no column: select it under a name and give that`)
  }
  for (const field of contract.sums) if (!(field in contract.row.shape)) fail(`the summed field ${field} is not in the row`)
}
