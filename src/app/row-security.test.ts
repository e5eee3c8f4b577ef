import type { FastifyInstance } from 'fastify'
import { QueryCreator } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getRequest, listRequests } from '#core/approvals/contract/request.ts'
import { searchMerchants } from '#core/merchants/contract/merchant.ts'
import { searchUnits } from '#core/organisation/contract/unit.ts'
import type { Contract, RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Scope } from '#platform/server/scope.ts'
import type { ScopeGrant, Session } from '#platform/server/session/session.ts'
import { getQrTransaction, listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { requestOf, send, type TestRuntime, testRuntime } from '../../test/app.ts'
import { type Chance, chance, maySee, randomGrant, type ScopedWorld, scopedWorld } from '../../test/scoped-world.ts'
import { systemRegistry } from './server.ts'

/** FAULTS=full asks ten thousand times. */
const RUNS = process.env.FAULTS === 'full' ? 10_000 : 250

/** What the query layer does in this test. 'forgets': no condition, row-level security alone. 'forgets all': neither of the two. */
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

let app: FastifyInstance
let runtime: TestRuntime
let world: ScopedWorld
const today = localDate(new Date())
const lastDays = { from: addDays(today, -60), to: today }

const grants = new Map<string, ScopeGrant>()

beforeAll(async () => {
  runtime = await testRuntime()
  const registry = systemRegistry()
  world = await scopedWorld(runtime, registry)
  const permissions = new Set([...registry.entries.values()].map(({ contract }) => contract.permission))
  const session = (scope: ScopeGrant): Session => ({
    sid: 's',
    userId: world.users[0] ?? '',
    account: 'probe',
    fullName: 'Probe',
    clientId: 'PP_QR',
    permissions,
    scope,
    unit: null,
    partnerId: scope.kind === 'PARTNER' ? scope.partnerId : null,
  })
  app = await createServer({
    runtime,
    registry,
    sessions: { resolve: async ({ authorization }) => session(grants.get(authorization ?? '') ?? ({} as ScopeGrant)) },
  })
})
afterAll(async () => {
  await app.close()
  await runtime.database.drop()
})

const TABLES = { unit: 'organisation.unit', merchant: 'merchants.merchant', transaction: 'payment.transaction', request: 'approvals.request' } as const
type Kind = keyof typeof TABLES
const rowsOf = (kind: Kind) => world.rows.get(TABLES[kind]) ?? []

interface Question {
  name: string
  /** Ids of a kind of row that the answer to a caller shows. */
  ask(caller: { authorization: string }, next: Chance): Promise<{ kind: Kind; ids: string[] }>
}

const ask = async <C extends Contract>(contract: C, input: RawInputOf<C>, headers: { authorization: string }) => {
  const reply = await send(app, contract, input, { headers })
  if (![200, 404].includes(reply.status)) throw new Error(`${contract.path}: ${reply.status} ${reply.message}`)
  return reply.data
}
const page = { currentPage: 1, pageSize: 100 } as const
const anyOf = (kind: Kind, next: Chance) => rowsOf(kind)[next(rowsOf(kind).length)]?.id ?? ''

const questions: Question[] = [
  {
    name: 'list of payments',
    async ask(caller) {
      const data = await ask(listQrTransactions, { searchSdi: lastDays, pageInfo: page }, caller)
      return { kind: 'transaction', ids: data?.result.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'export of payments',
    async ask(caller) {
      const { method, url, payload } = requestOf(listQrTransactions.export, { searchSdi: lastDays, format: 'csv', columns: ['code'] })
      const { body } = await app.inject({ method: method ?? 'POST', url: url ?? '', payload: payload ?? {}, headers: caller })
      return {
        kind: 'transaction',
        ids: (body.match(/QR\d+/g) ?? []).flatMap((code) =>
          rowsOf('transaction')
            .filter(({ id }) => code === codes.get(id))
            .map(({ id }) => id),
        ),
      }
    },
  },
  {
    name: 'a payment',
    async ask(caller, next) {
      const id = anyOf('transaction', next)
      return { kind: 'transaction', ids: (await ask(getQrTransaction, { id }, caller)) ? [id] : [] }
    },
  },
  {
    name: 'shops to choose from',
    async ask(caller, next) {
      if (grants.get(caller.authorization)?.kind === 'PARTNER') return { kind: 'merchant', ids: [] }
      const ids = [anyOf('merchant', next), anyOf('merchant', next), anyOf('merchant', next)]
      return { kind: 'merchant', ids: (await ask(searchMerchants, { ids }, caller))?.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'units to choose from',
    async ask(caller, next) {
      const ids = Array.from({ length: 20 }, () => anyOf('unit', next))
      return { kind: 'unit', ids: (await ask(searchUnits, { ids }, caller))?.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'list of requests',
    async ask(caller) {
      const data = await ask(listRequests, { searchSdi: {}, pageInfo: page }, caller)
      return { kind: 'request', ids: data?.result.map(({ id }) => id) ?? [] }
    },
  },
  {
    name: 'a request',
    async ask(caller, next) {
      const id = anyOf('request', next)
      return { kind: 'request', ids: (await ask(getRequest, { id }, caller)) ? [id] : [] }
    },
  },
]

const codes = new Map<string, string>()

/** Asks random questions with random scopes; answers what was shown to somebody who may not see it, and how many rows were shown at all. */
async function storm(seed: number, runs: number): Promise<{ leaks: string[]; shown: number }> {
  if (codes.size === 0) for (const { id, code } of (await runtime.database.owner.query('select id, code from payment.transaction')).rows) codes.set(id, code)
  const next = chance(seed)
  const leaks: string[] = []
  let shown = 0
  for (let run = 0; run < runs; run++) {
    const grant = randomGrant(world, next)
    const caller = { authorization: `Bearer ${seed}-${run}` }
    grants.set(caller.authorization, grant)
    const question = questions[next(questions.length)] as Question
    const { kind, ids } = await question.ask(caller, next)
    grants.delete(caller.authorization)
    shown += ids.length
    for (const id of ids) {
      const row = rowsOf(kind).find((one) => one.id === id)
      // Who asked sees the request wherever it is decided.
      const asked = question.name === 'a request' && row?.user === world.users[0]
      if (!row || !(asked || maySee(grant, row))) leaks.push(`${question.name}: ${kind} ${id} to ${JSON.stringify(grant)}`)
    }
  }
  return { leaks, shown }
}

describe('rows of somebody else', () => {
  it('are guarded in every table with units: forced, so that the owner is bound as well', async () => {
    const { rows: open } = await runtime.pool.query(`
      select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'province_unit_id'
      where c.relkind in ('r', 'p') and not c.relispartition and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(open).toEqual([])
  })

  it("are nobody's without a scope: not the owner's, nor those of a role whose scope was not said", async () => {
    const client = await runtime.pool.connect()
    try {
      for (const role of ['none', 'buutram_scoped']) {
        await client.query(`begin; set local role ${role}`)
        expect((await client.query('select count(*)::int as n from organisation.unit')).rows, role).toEqual([{ n: 0 }])
        await client.query('rollback')
      }
      await client.query('begin; set local role buutram_scoped')
      await expect(client.query("update organisation.unit set name = 'x'")).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('leave nothing of a scope behind on a connection', async () => {
    const { rows: left } = await runtime.pool.query(
      "select current_user as role, current_setting('app.scope', true) as scope, (select count(*)::int from organisation.unit) as n",
    )
    expect(left).toEqual([{ role: 'buutram_system', scope: expect.toBeOneOf([null, '']), n: world.units.length }])
  })

  it('stay hidden when the query layer works', async () => {
    layer.mode = 'works'
    const { leaks, shown } = await storm(1, 100)
    expect(leaks).toEqual([])
    expect(shown).toBeGreaterThan(50)
  })

  it(`stay hidden when the query layer forgets the scope: ${RUNS} random questions`, { timeout: 1_800_000 }, async () => {
    layer.mode = 'forgets'
    const { leaks, shown } = await storm(2, RUNS)
    expect(leaks).toEqual([])
    // Hidden is not empty: what one may see is there.
    expect(shown).toBeGreaterThan(RUNS)
  })

  it('show as soon as row-level security is off, so that the test above proves it', async () => {
    layer.mode = 'forgets all'
    expect((await storm(2, 100)).leaks.length).toBeGreaterThan(100)
    layer.mode = 'forgets'
    const scoped = ['organisation.unit', 'merchants.merchant', 'payment.transaction', 'approvals.request']
    for (const table of scoped) await runtime.database.owner.query(`alter table ${table} disable row level security`)
    expect((await storm(2, 100)).leaks.length).toBeGreaterThan(100)
  })
})
