/**
 * Random people at random endpoints that show rows, all of them, as the registry has them: what comes with a module is asked too.
 * Three things are held against every answer: no text of a row that the caller may not see stands in it; the condition of the query and
 * row-level security, each alone, let the same through; and no scoped table was read but under the caller's scope.
 */
import type { FastifyInstance } from 'fastify'
import { QueryCreator } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listRequests } from '#core/approvals/contract/request.ts'
import { searchStaff } from '#core/organisation/contract/staff.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { searchRecords } from '#kernel/search.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { type Entry, endpointName, isOpen } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { ScopeGrant, Session } from '#platform/server/session/session.ts'
import { getQrTransaction, listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestRuntime, testClock, testRuntime } from '../../test/app.ts'
import { sampler } from '../../test/samples.ts'
import { fillSessions } from '../../test/scoped-reconciliation.ts'
import { chance, maySee, type Owned, randomGrant, type ScopedWorld, scopedWorld } from '../../test/scoped-world.ts'
import { unzip } from '../../test/unzip.ts'
import { systemRegistry } from './server.ts'

/** Random questions, beside one to each endpoint. */
const RUNS = process.env.FAULTS === 'full' ? 10_000 : 100
/** Questions to one endpoint until it says something. */
const PATIENCE = 1000
/** Questions to one that is expected to say nothing: more than any other has needed. */
const PATIENCE_WITH_SILENCE = 100

/** What the query layer does. 'forgets': no condition, row-level security alone. 'forgets all': neither of the two. */
const layer = vi.hoisted(() => ({ mode: 'works' as 'works' | 'forgets' | 'forgets all' }))
vi.mock('#platform/server/scope.ts', async (original) => {
  const real = await original<typeof import('#platform/server/scope.ts')>()
  return {
    ...real,
    scopeOf(db: Queryable, ...rest: [Pick<Session, 'scope'>]): Scope {
      if (layer.mode === 'works') return real.scopeOf(db, ...rest)
      const scope = layer.mode === 'forgets all' ? real.scopeOf(db, { scope: { kind: 'ALL' } }) : real.scopeOf(db, ...rest)
      const creator = new QueryCreator<never>({ executor: scope.getExecutor() })
      return { ...scope, selectFrom: (from: string) => creator.selectFrom(from as never) } as unknown as Scope
    },
  }
})

/** What changes nothing that others see, and answers with rows. */
const READS = new Set<Entry['kind']>(['list', 'export', 'report', 'report-print', 'report-export', 'query', 'download'])
const registry = systemRegistry()
/** A bulk is a query by kind, but changes rows as commands do. */
const isBulk = ({ contract }: Entry) => 'bulk' in contract
const readers = [...registry.entries.values()].filter((entry) => READS.has(entry.kind) && !isOpen(entry.contract) && !isBulk(entry))

const REQUEST_DESKS = ['sdk-admin/rc/order', 'pp-admin/rc/order/batch']

/** A question of all desks of reconciliation, with a reason. */
function ofDesks(name: string, why: string, method = 'GET'): Record<string, string> {
  const desks = [
    'qr-schedule-rc',
    'sdk-admin/reconciliation',
    'pp-admin/rc/partner',
    'pp-admin/rc/pob',
    'pp-admin/rc/qr-merchant',
    'cob-schedule-partner/ldp',
    'cob-schedule-partner/bank',
  ]
  return Object.fromEntries(desks.map((desk) => [`${method} /${desk}/v1/${name}`, why]))
}

/**
 * Who reads a scoped table as the server, beside the caller's scope, and why that shows nobody a row: each is a decision.
 */
const BESIDE_THE_SCOPE: Record<string, string> = {
  'GET /sys/user/v1/info': 'the own account, staff record and unit, whatever the scope',
  'GET /core/staff/v1/getStaffOrgUnit': 'the own account, staff record and unit, whatever the scope',
  'GET /approval-admin/requests/v1/detail': 'whose right decides a request that was read within the scope just before',
  'GET /pp-admin/controls/v1/detail': 'what a rule finds at the unit of an alert that was read within the scope just before',
  'GET /cfm-admin/treasury/v1/detail': 'both counts, the journals and the ceilings of a transaction that was found within the scope just before',
  'GET /cfm-admin/incident/v1/detail':
    'finds which records belong to the same money; of those only incidents within the scope are shown, and nothing of the records themselves',
  'GET /cfm-admin/incident/v1/of-record':
    'finds which records belong to the same money; of those only incidents within the scope are shown, and nothing of the records themselves',
  'GET /qr-admin/incident/v1/detail':
    'finds which records belong to the same money; of those only incidents within the scope are shown, and nothing of the records themselves',
  'GET /qr-admin/incident/v1/of-record':
    'finds which records belong to the same money; of those only incidents within the scope are shown, and nothing of the records themselves',
  'GET /cpob-407/incident/v1/detail':
    'finds which records belong to the same money; of those only incidents within the scope are shown, and nothing of the records themselves',
  'GET /cpob-407/incident/v1/of-record':
    'finds which records belong to the same money; of those only incidents within the scope are shown, and nothing of the records themselves',
  'GET /o2o-admin/money-trace/v1/find':
    'what a reference names, to begin with: only what lies within the scope is followed, and of its life what lies outside is named without figures',
  'GET /cfm-admin/treasury/v1/till-movements': 'movements of a shift that was found within the scope just before',
  'GET /cfm-admin/money-order/v1/detail': 'slips, journals and timeline at both offices of an order that was found within the scope just before',
  'GET /cfm-admin/treasury/v1/suggest': 'figures of a vault that was found within the scope just before; of the unit above the name alone',
  'GET /cfm-admin/payout-list/v1/detail': 'states, warnings, timeline and journals of a list that was found within the scope just before',
  'GET /o2o-admin/disbursement/v1/find': 'states and left-out lines of a batch that was found within the scope just before',
  'GET /o2o-admin/disbursement-item/v1/find': 'states of a transfer that was found within the scope just before',
  'GET /qr-admin/settlements/v1/find': 'account, sums and journals of a settlement that was found within the scope just before',
  'GET /qr-admin/settlements/v1/owed': 'settlements of a merchant that was found within the scope just before',
  'GET /cpob-406/issuances/lines/v1/detail': 'visits and photos of a collection request that was found within the scope just before',
  'GET /cob-admin/key-accounts/v1/debt': 'items, settlements and recoveries of a key account that was found within the scope just before',
  'GET /cob-admin/key-accounts/v1/simulate': 'items of a key account that was found within the scope just before',
  'GET /cob-admin/settlements/v1/find': 'account, sums, transfers and journals of a settlement that was found within the scope just before',
  'GET /cob-admin/settlements/v1/statement': 'lines of a settlement that was found within the scope just before',
  'GET /cfm-admin/payout-version/v1/search': 'versions of a list that was found within the scope just before',
  'GET /cfm-admin/sspay-period/v1/detail':
    'what holds up the closing of a period that was read within the scope just before: counts and owners at its unit and below',
  'GET /cpob-404/sender-payout/v1/people': 'sender of the item of a payout whose slip was found within the scope just before',
  'GET /cpob-404/order/v1/owed': 'what a postman owes who was found within the scope just before',
  'GET /cob-admin/items/v1/detail': 'positions, journals and changes of the amount of an item that was found within the scope just before',
  'GET /cfm-admin/pay/v1/desk': 'the caller’s own till and what they pay there',
  ...ofDesks('setup/proposals', 'what was matched by hand in the sessions of a configuration that was found within the scope just before'),
  ...ofDesks('session/settlement-preview', 'breaks, balances and journals of a session that was found within the scope just before'),
  ...ofDesks('break/possible', 'lines and sessions of breaks that were found within the scope just before', 'POST'),
  ...ofDesks('break/together', 'lines and breaks of a session that was found within the scope just before', 'POST'),
  ...ofDesks('break/detail', 'lines and session of a break that was found within the scope just before'),
  ...Object.fromEntries(
    REQUEST_DESKS.map((desk) => [`POST /${desk}/v1/check`, 'which open request holds a transaction that was found within the scope just before']),
  ),
}

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
/** Counts what the caller may decide by a right of the request's kind, which nobody here holds: it says 0 with and without. */
const WAITING = 'GET /approval-admin/requests/v1/waiting'
/**
 * None of these callers counts; and this world has holdings, but no entries on them, and payments, but none given back: what
 * one reads of those is shown in the tests of cash and of QR reports.
 */
const SILENT = [
  'GET /cfm-admin/count/v1/mine',
  'GET /cfm-admin/cash-position/v1/movements',
  ...['payout-point', 'post-office', 'district'].map((level) => `POST /cfm-report/cash-book/${level}/v1/search`),
  'POST /qr-report/return-detail/v1/search',
  WAITING,
]
/** Asked for with what no guess finds, and where that is shown: they have to read within the scope all the same. */
const UNGUESSED: Record<string, string> = {
  ...Object.fromEntries(
    REQUEST_DESKS.map((desk) => [
      `POST /${desk}/v1/of-breaks`,
      'open breaks of one session, each with one transaction behind it: requests.test.ts of reconciliation',
    ]),
  ),
  'GET /cpob-404/sender-payout/v1/people': 'payouts of items with their slips: payouts.test.ts of cob',
  ...ofDesks('break/possible', 'open breaks of sessions under review: breaks.test.ts of reconciliation', 'POST'),
  ...ofDesks('break/together', 'lines of several open breaks: joint-match.test.ts of reconciliation', 'POST'),
}
/** What gives back each code that it was asked with, whether there is such a row or not: only others show anything. */
const ECHOING = REQUEST_DESKS.map((desk) => `POST /${desk}/v1/check`)
/** Papers of reports say above their lines what they were asked for. */
const PAPERS = new Set<Entry['kind']>(['report-print', 'report-export'])
/** Some that name rows by their codes. */
const NAMING = [
  listQrTransactions,
  listQrTransactions.export,
  getQrTransaction,
  listRequests,
  listRequests.export,
  searchStaff,
  searchStaff.export,
  searchRecords,
]

let app: FastifyInstance
let runtime: TestRuntime
let world: ScopedWorld
let grant: ScopeGrant = { kind: 'ALL' }
let marks: Map<string, Owned>
/** The caller's own staff record, theirs to see whatever the scope. */
let own: Set<Owned | undefined>
let reading: ReadonlySet<string> = new Set()
/** Of the call under way: scoped tables that were read, and those that were read as the server. */
const read = { scoped: new Set<string>(), beside: new Set<string>() }

beforeAll(async () => {
  runtime = await testRuntime({ clock: testClock() })
  world = await scopedWorld(runtime, registry)
  await fillSessions(runtime.database)
  marks = new Map([...world.rows.values()].flat().flatMap((row) => row.marks.map((mark) => [mark, row] as const)))
  const { rows: staff } = await runtime.database.owner.query(
    'select s.code from iam.user_account u join organisation.staff s on s.id = u.staff_id where u.id = $1',
    [world.users[0]],
  )
  // Who asked sees the request wherever it is decided.
  const asked = (world.rows.get('approvals.request') ?? []).filter(({ user }) => user === world.users[0])
  own = new Set([...staff.map(({ code }) => marks.get(code)), ...asked])
  const permissions = new Set([...registry.entries.values()].map(({ contract }) => contract.permission))
  const session = (): Session => ({
    sid: '00000000-0000-4000-8000-000000000001',
    userId: world.users[0] ?? '',
    account: 'probe',
    fullName: 'Probe',
    clientId: 'PP_QR',
    permissions,
    scope: grant,
    unit: null,
    partnerId: grant.kind === 'PARTNER' ? grant.partnerId : null,
  })
  app = await createServer({ runtime, registry, sessions: { resolve: async () => session() } })
  listenToQueries()
})
afterAll(async () => {
  pg.Client.prototype.query = query as never
  await app.close()
  await runtime.database.drop()
})

/** Hears every statement that goes to the database, and under which role it does. */
function listenToQueries(): void {
  const patterns = [...world.rows.keys()].map((table) => [table, new RegExp(`\\b${table.replace('.', '"?\\."?')}\\b(?!_)`)] as const)
  const lowered = new WeakSet<object>()
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    const [first] = args
    const text =
      typeof first === 'string'
        ? first
        : String((first as { text?: string; cursor?: { text?: string } })?.text ?? (first as { cursor?: { text?: string } })?.cursor?.text ?? '')
    if (text.includes('set local role buutram_scoped')) lowered.add(this)
    else if (/^(commit|rollback|reset role)/i.test(text)) lowered.delete(this)
    for (const [table, pattern] of patterns) if (pattern.test(text)) (lowered.has(this) ? read.scoped : read.beside).add(table)
    return query.apply(this, args)
  } as never
}

/** What the way of money names of records outside the caller's scope: their code and time, nothing of what they are worth or lead to (`money-trace/v1/find`, above). */
const WITHOUT_FIGURES = /\{[^{}]*"status":null,"amount":null,"path":null,"visible":false\}/g

interface Answer {
  status: number
  text: string
  shown: Owned[]
}

async function ask({ contract, kind }: Entry, input: Record<string, unknown>, mode: typeof layer.mode): Promise<Answer> {
  layer.mode = mode
  read.scoped.clear()
  read.beside.clear()
  const path = contract.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(input[name])))
  const body = contract.method === 'GET' ? { query: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])) } : { payload: input }
  const response = await app.inject({ method: contract.method, url: `/api${path}`, ...body })
  const packed = kind === 'report-export' && response.statusCode === 200
  const whole = packed ? [...unzip(response.rawPayload).values()].join('\n') : response.body.replace(/"traceId":"[^"]*"/, '')
  // Every run of a report has a code of its own, and every PDF its time and its number.
  const text = whole.replaceAll(/BC\d{6}-\d{6,}/g, 'BC').replaceAll(/\/ID \[[^\]]*\]|\(D:\d+Z?\)/g, '')
  const found = new Set(text.replaceAll(WITHOUT_FIGURES, '').match(/[A-Z]{2,}[A-Z0-9-]*\d+/g) ?? [])
  return { status: response.statusCode, text, shown: [...found].flatMap((mark) => marks.get(mark) ?? []) }
}

interface Storm {
  wrong: string[]
  /** Endpoints that read a scoped table; of these, those that answered, that named a row, and that showed a caller more than is theirs. */
  reading: Set<string>
  answered: Set<string>
  named: Set<string>
  leaking: Set<string>
}

/** Random questions, each asked without and with the condition of the query; `mode` is how the query layer fails. */
function questions(seed: number, mode: 'forgets' | 'forgets all') {
  const next = chance(seed)
  const today = localDate(runtime.clock.now())
  const sample = sampler(world, { from: addDays(today, -60), to: today }, next)
  /** Scoped tables that each endpoint has read. */
  const about = new Map<string, ReadonlySet<string>>()
  const storm: Storm = { wrong: [], reading: new Set(), answered: new Set(), named: new Set(), leaking: new Set() }

  async function once(entry: Entry): Promise<void> {
    const name = endpointName(entry.contract)
    grant = randomGrant(world, next)
    const input = sample(entry.contract.input, grant, about.get(name) ?? new Set()) as Record<string, unknown>
    const problem = (what: string) => storm.wrong.push(`${what}: ${name} ${JSON.stringify(input)} to ${JSON.stringify(grant)}`)
    const bare = await ask(entry, input, mode)
    about.set(name, new Set([...(about.get(name) ?? []), ...read.scoped]))
    for (const table of read.beside) if (!(name in BESIDE_THE_SCOPE)) problem(`${table} was read beside the scope`)
    if (read.scoped.size > 0) storm.reading.add(name)
    const echoed = ECHOING.includes(name) || PAPERS.has(entry.kind) ? JSON.stringify(input) : ''
    const foreign = bare.shown.filter((row) => !maySee(grant, row) && !own.has(row) && !row.marks.some((mark) => echoed.includes(mark)))
    if (foreign.length > 0) problem(`${foreign[0]?.marks[0]} was shown`)
    if (bare.status >= 500) problem(String(bare.status))
    const whole = await ask(entry, input, 'works')
    const same = whole.status === bare.status && whole.text === bare.text
    if (!same) problem('the condition hides what row-level security does not')
    if (foreign.length > 0 || !same) storm.leaking.add(name)
    if (bare.status === 200) storm.answered.add(name)
    if (bare.shown.length > 0) storm.named.add(name)
  }

  return {
    storm,
    once,
    /** Every endpoint in turn, so that a short run leaves none out; from the second round on mostly those that read scoped tables. */
    async run(times: number) {
      for (let at = 0; at < times; at++) {
        const known = readers.filter(({ contract }) => storm.reading.has(endpointName(contract)))
        const entry = at < readers.length || next(5) === 0 ? readers[at % readers.length] : known[next(known.length)]
        if (entry) await once(entry)
      }
    },
    /** Asks those endpoints again and again until each is among `met`; answers those that never are. */
    async until(names: ReadonlySet<string>, met: ReadonlySet<string>) {
      for (const entry of readers.filter(({ contract }) => names.has(endpointName(contract)))) {
        const patience = SILENT.includes(endpointName(entry.contract)) ? PATIENCE_WITH_SILENCE : PATIENCE
        for (let tries = 0; tries < patience && !met.has(endpointName(entry.contract)); tries++) await once(entry)
      }
      return [...names].filter((name) => !met.has(name))
    },
  }
}

describe('every endpoint that shows rows', () => {
  it('has rows to show, of every scoped table', () => {
    for (const [table, rows] of world.rows) expect(rows.length, table).toBeGreaterThan(10)
  })

  it(`shows nobody a row outside the scope: ${RUNS} random questions`, { timeout: 3_600_000 }, async () => {
    const { storm, run, until } = questions(1, 'forgets')
    await run(readers.length + RUNS)
    // An endpoint that never answered has shown nothing; what is new must be asked in a way that it answers.
    const guessed = new Set([...storm.reading].filter((name) => !(name in UNGUESSED)))
    expect(await until(guessed, storm.answered)).toEqual([])
    expect(storm.wrong).toEqual([])
    expect(storm.reading.size).toBeGreaterThan(30)
    expect([...new Set(readers.filter(({ contract }) => storm.reading.has(endpointName(contract))).map(({ kind }) => kind))].sort()).toEqual([
      'download',
      'export',
      'list',
      'query',
      'report',
      'report-export',
      'report-print',
    ])
    // Hidden is not empty: what one may see is there.
    expect(await until(new Set(NAMING.map(endpointName)), storm.named)).toEqual([])
    reading = guessed
  })

  it('shows rows as soon as row-level security is off, each of them, so that the test above proves it', { timeout: 3_600_000 }, async () => {
    expect(reading.size).toBeGreaterThan(0)
    for (const table of world.rows.keys()) await runtime.database.owner.query(`alter table ${table} disable row level security`)
    const { storm, until } = questions(2, 'forgets')
    expect((await until(reading, storm.leaking)).sort()).toEqual(SILENT.toSorted())
    expect(storm.wrong.length).toBeGreaterThanOrEqual(reading.size)
  })
})
