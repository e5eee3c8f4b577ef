/** Every list of the system with rows to show, as the tests of what holds for all of them ask for it. The rows stand in list-world.ts. */
import type { z } from 'zod'
import type { ListContract, Page } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Envelope } from '#kernel/envelope.ts'
import { type FieldKind, fieldMeta } from '#kernel/primitives.ts'
import { endpointName, type ListEntry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import { addAll } from '#platform/server/list/list.ts'
import { systemRegistry } from '../src/app/server.ts'
import { type TestRuntime, testClock, testRuntime } from './app.ts'
import { listWorld } from './list-world.ts'
import { sessionsOf } from './probe.ts'
import { scopedWorld } from './scoped-world.ts'

export type Row = Record<string, unknown> & { id: string }
export type Filter = Record<string, unknown>
export interface Reply extends Envelope<Page<Row>> {
  status: number
}

const registry = systemRegistry()
export const lists = [...registry.entries.values()].filter((entry): entry is ListEntry => entry.kind === 'list')
/** Lists by their name, as `describe.each` takes them. */
export const namedLists = lists.map((entry) => [endpointName(entry.contract), entry] as const)

/** Values of filters that rows need not show, and the condition on whom rows belong to that are found by one: those below a unit too. */
const IDS: Record<string, { table: string; of: string }> = {
  unitId: { table: 'organisation.unit', of: '$1 in (head_unit_id, province_unit_id, district_unit_id, office_unit_id)' },
  fromUnitId: { table: 'organisation.unit', of: '$1 in (head_unit_id, province_unit_id, district_unit_id, office_unit_id)' },
  toUnitId: { table: 'organisation.unit', of: '$1 in (head_unit_id, province_unit_id, district_unit_id, office_unit_id)' },
  courierId: { table: 'cash.holding', of: 'id = $1' },
  merchantId: { table: 'merchants.merchant', of: 'id = $1' },
  roleId: { table: 'iam.role', of: 'id = $1' },
  statementId: { table: '(select id, file_name as code, file_name as name from reconciliation.statement) statement', of: 'id = $1' },
  sessionId: { table: '(select id, code, code as name from reconciliation.session) session', of: 'id = $1' },
  keyAccountId: { table: 'cob.key_account', of: 'id = $1' },
  'cob courierId': { table: 'cob.courier', of: 'id = $1' },
}

/** What an id filter of a list is called in `ids`: postmen are something else to cash, which they hold, than to cash on delivery. */
export const idFilter = ({ path }: Pick<ListContract, 'path'>, name: string): string =>
  /^\/c(ob|pob)-/.test(path) && `cob ${name}` in IDS ? `cob ${name}` : name

export interface Lists {
  runtime: TestRuntime
  /** A period up to yesterday, for what a test itself writes is of today. */
  lastDays: { from: string; to: string }
  /** Some of the ids there are, from the first to the last, by the filter that takes them. */
  ids: ReadonlyMap<string, string[]>
  /** Names and codes of the records that rows found by an id belong to. */
  namesOf(filter: string, id: unknown): Promise<Set<unknown>>
  post(path: string, payload: object, who?: string): Promise<{ statusCode: number; body: string; json(): unknown }>
  page(contract: ListContract, searchSdi: Filter, more?: object, pageInfo?: object): Promise<Reply>
  /** Every row of a result, page by page, with what the first page said of the whole. */
  everything(contract: ListContract, filter: Filter, more?: object): Promise<Page<Row>>
  /** The least that a list asks for: its needed fields, and a period up to yesterday, for what the test itself writes is of today. */
  leastOf(contract: ListContract): Promise<Filter>
  /** The least that a list asks for, and all that it then answers. */
  whole(contract: ListContract): Promise<{ least: Filter; all: Page<Row>; known: Set<string> }>
  close(): Promise<void>
}

/** A server over a world with rows for every list; `post` calls as somebody with every permission, `who` 'none' with none, '' as nobody. */
export async function listsApp(): Promise<Lists> {
  const clock = testClock()
  const runtime = await testRuntime({ clock })
  const { owner } = runtime.database
  await scopedWorld(runtime, registry)
  await listWorld(runtime, clock)
  const yesterday = addDays(localDate(clock.now()), -1)
  const lastDays = { from: addDays(yesterday, -60), to: yesterday }
  const ids = new Map<string, string[]>()
  for (const [name, { table }] of Object.entries(IDS))
    ids.set(
      name,
      (await owner.query(`select min(id) as id from (select id, ntile(12) over (order by id) as part from ${table}) one group by part order by 1`)).rows.map(
        ({ id }) => id,
      ),
    )
  const permissions = new Set([...registry.entries.values()].map(({ contract }) => contract.permission))
  const app = await createServer({ runtime, registry, sessions: sessionsOf({ all: { sid: '00000000-0000-4000-8000-000000000001', permissions }, none: {} }) })

  const post = (path: string, payload: object, who = 'all') =>
    app.inject({ method: 'POST', url: `/api${path}`, payload, headers: who ? { authorization: `Bearer ${who}` } : {} })

  const page: Lists['page'] = async ({ path }, searchSdi, more = {}, pageInfo = { currentPage: 1, pageSize: 100 }) => {
    const response = await post(path, { searchSdi, pageInfo, ...more })
    return { ...(response.json() as Envelope<Page<Row>>), status: response.statusCode }
  }

  const world: Lists = {
    ...{ runtime, ids, lastDays, post, page },
    async namesOf(filter, id) {
      const { table, of } = IDS[filter] as (typeof IDS)[string]
      const { rows } = await owner.query(`select code, name from ${table} where ${of}`, [id])
      return new Set(rows.flatMap(({ code, name }) => [code, name]))
    },
    async everything(contract, filter, more = {}) {
      const rows: Row[] = []
      for (let currentPage = 1; ; currentPage++) {
        const { data, message } = await page(contract, filter, more, { currentPage, pageSize: 100 })
        if (!data) throw new Error(`${contract.path} ${JSON.stringify(filter)}: ${message}`)
        rows.push(...data.result)
        if (data.result.length < 100) return { ...data, result: rows }
      }
    },
    async leastOf(contract) {
      const needed = Object.entries(contract.filter.shape).filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
      const filter = Object.fromEntries(
        needed.map(([name, schema]) => [name, ids.get(idFilter(contract, name))?.at(-1) ?? (schema as Partial<z.ZodEnum>).options?.[0]]),
      )
      const { status } = await page(contract, filter)
      if (status === 422) return { ...filter, ...lastDays }
      // A list of what belongs to one record: a record that has some.
      if (!('sessionId' in filter)) return filter
      for (const id of ids.get('sessionId') ?? []) {
        const { data } = await page(contract, { ...filter, sessionId: id })
        if (data && data.totalRecord > 2) return { ...filter, sessionId: id }
      }
      return filter
    },
    async whole(contract) {
      const least = await world.leastOf(contract)
      const all = await world.everything(contract, least)
      return { least, all, known: new Set(all.result.map(({ id }) => id)) }
    },
    async close() {
      await app.close()
      await runtime.database.drop()
    },
  }
  return world
}

export const kindsOf = ({ row }: ListContract) =>
  new Map(Object.entries(row.shape).map(([field, schema]) => [field, fieldMeta(schema as z.ZodType).kind as FieldKind]))

/** The rows that count, all where none does, added up as the totals are; null where there is nothing to add. */
export function sumOf({ split, row }: ListContract, rows: readonly Row[], field: string): string | null {
  const counting = rows.filter((one) => !split?.counted || split.counted.includes(String(one[split.by])))
  const values = (counting.length > 0 ? counting : rows).map((one) => one[field])
  const known = values.filter((value) => value !== null)
  if (split && known.length === 0) return null
  const sum = addAll(known)
  return fieldMeta(row.shape[field] as z.ZodType).kind === 'money' && !sum.includes('.') ? `${sum}.00` : sum
}
